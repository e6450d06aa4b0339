import { randomUUID } from 'node:crypto';
import type { Answer } from './ask.js';
import type { Tollgate } from './tollgate.js';

export type LocalCurrency = 'INR' | 'BDT';

export const PAYER = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example' };

const payerOf = (currency: LocalCurrency) =>
  currency === 'INR'
    ? { ...PAYER, mobile: '+919876543210' }
    : { ...PAYER, mobile: '+8801712345678', payment_method_code: 'BKASH' };

/** POSTs a UPI or wallet order that is accepted, under an identifier of its own; `changes` replace whole fields. */
export const orderLocal = (
  tollgate: Tollgate,
  amount: number,
  currency: LocalCurrency,
  changes: object = {},
): Promise<Answer> =>
  tollgate.api('/h2h/initiate', {
    public_key: tollgate.merchant.public_key,
    amount,
    currency,
    payment_method_type: 'local',
    customer: payerOf(currency),
    details: 'Tea',
    identifier: randomUUID(),
    ipn_url: tollgate.receiver.url,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cancelled',
    site_name: 'Blue Tea Shop',
    ...changes,
  });
