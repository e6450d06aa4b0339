import { randomUUID } from 'node:crypto';
import type { Answer } from './ask.js';
import type { Tollgate } from './tollgate.js';

export type LocalCurrency = 'INR' | 'BDT';

export const PAYER = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example' };

const payerOf = (currency: LocalCurrency) =>
  currency === 'INR'
    ? { ...PAYER, mobile: '+919876543210' }
    : { ...PAYER, mobile: '+8801712345678', payment_method_code: 'BKASH' };

/** What orders by UPI or a wallet, under an identifier of its own, but for the merchant's key and endpoint. */
export const localBody = (amount: number, currency: LocalCurrency) => ({
  amount,
  currency,
  payment_method_type: 'local',
  customer: payerOf(currency),
  details: 'Tea',
  identifier: randomUUID(),
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cancelled',
  site_name: 'Blue Tea Shop',
});

/** A body for /h2h/initiate that orders by UPI or a wallet and is accepted. */
export const localOrder = ({ merchant, receiver }: Tollgate, amount: number, currency: LocalCurrency) => ({
  public_key: merchant.public_key,
  ...localBody(amount, currency),
  ipn_url: receiver.url,
});

/** POSTs such a body; `changes` replace whole fields. */
export const orderLocal = (
  tollgate: Tollgate,
  amount: number,
  currency: LocalCurrency,
  changes: object = {},
): Promise<Answer> => tollgate.api('/h2h/initiate', { ...localOrder(tollgate, amount, currency), ...changes });
