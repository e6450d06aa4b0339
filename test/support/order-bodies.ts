/** The bodies of `POST /orders`, over 499.11 unless told otherwise: an amount whose customer does nothing by itself. */
const common = () => ({
  reference: 'a-reference',
  amount: 49_911,
  expires_at: new Date(Date.now() + 900_000).toISOString(),
  callback_url: 'http://127.0.0.1:1/callback',
});

export const upiBody = (changes: object = {}) => ({
  kind: 'upi',
  ...common(),
  currency: 'INR',
  mobile: '+919876543210',
  note: 'Order 1042',
  ...changes,
});

export const walletBody = (changes: object = {}) => ({
  kind: 'wallet',
  ...common(),
  currency: 'BDT',
  mobile: '+8801712345678',
  wallet: 'BKASH',
  language: 'EN',
  return_url: 'https://shop.example/return?token=abc',
  ...changes,
});

export const debitBody = (changes: object = {}) => ({
  kind: 'debit',
  ...common(),
  currency: 'EUR',
  iban: 'DE89370400440532013000',
  holder: 'Asha Rao',
  mandate: 'TG-1042',
  ...changes,
});

/** What tests read of an order's answer. */
export interface OrderBody {
  status: string;
  received: number;
  url: string;
  bank_reference: string;
}
