import type { Wallet } from '../vocabulary.js';
import type { PaymentRecord } from './payment.model.js';

/** `tr` of `upi://pay`, which receipts show as ours: the trx without dashes, for it may have 35 characters. */
export const upiReference = (trx: string): string => trx.replaceAll('-', '');

/** Whom a customer's receipt names as paid: the gateway account, never the shop. What nobody has told us is null. */
export interface PaidTo {
  through: 'UPI' | Wallet;
  name: string | null;
  /** A UPI ID (VPA), or the number of a wallet's account. */
  address: string | null;
  /** What was sent with the order, and stands on the receipt of whoever paid it. */
  reference: string;
}

/** Null while no order was opened, and of cards and debits, for which nobody hands in a receipt. */
export function paidTo({ _id, local }: Pick<PaymentRecord, '_id' | 'local'>): PaidTo | null {
  const { upi, wallet } = local ?? {};
  if (upi) return { through: 'UPI', name: upi.pn, address: upi.pa, reference: upi.links?.tr ?? upiReference(_id) };
  if (!wallet) return null;
  const { code, payee } = wallet;
  return { through: code, name: payee?.name ?? null, address: payee?.account ?? null, reference: _id };
}
