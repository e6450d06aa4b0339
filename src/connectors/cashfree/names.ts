import type { SettledRecord } from '../ledger.js';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const KEY = new RegExp(`^(${UUID})-\\d+$`);
const TRX = new RegExp(`^${UUID}$`);
const REFUND_KEY = new RegExp(`^(${UUID})-r(\\d+)$`);
const REFUND_ID = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})r(\d+)$/;

/** Whether a text has the form of a trx of ours: others tag their orders as well. */
export const isTrx = (text: string): boolean => TRX.test(text);

/** Our trx, of the key of one of its attempts, which is Cashfree's `order_id`; empty when it is none of ours. */
export const trxOf = (key: string): string => KEY.exec(key)?.[1] ?? '';

/** The `refund_id` of a refund's key: letters and digits only. One that was made at Cashfree itself has its own. */
export const refundIdOf = (key: string): string => (REFUND_KEY.test(key) ? key.replaceAll('-', '') : key);

/** The key again; of a refund that is not ours, its own id. */
export const keyOfRefund = (refundId: string): string => refundId.replace(REFUND_ID, '$1-$2-$3-$4-$5-r$6');

/**
 * By which money that came is known: over UPI by the bank's reference, where there is one, else by Cashfree's own. A payment
 * over UPI has the own one when the bank's was not there yet as it succeeded.
 */
export function namesOf(
  { cf_payment_id, bank_reference }: { cf_payment_id: string | number; bank_reference?: string | null | undefined },
  isByUpi: boolean,
): Pick<SettledRecord, 'reference' | 'alias'> {
  const own = String(cf_payment_id);
  if (!bank_reference) return { reference: own };
  return isByUpi ? { reference: bank_reference, alias: own } : { reference: own, alias: bank_reference };
}
