import type { DebitRequest, UpiRequest, WalletRequest } from '../../src/connectors/orders.js';

const common = () => ({
  payer: { id: 'c0ffee', email: 'ada@example.com' },
  expiresAt: new Date(Date.now() + 900_000),
  callbackUrl: 'http://127.0.0.1:1/callback',
});

/** A request for a UPI order. */
export const upiRequest = (changes: Partial<UpiRequest> = {}): UpiRequest => ({
  ...common(),
  mobile: '+919876543210',
  note: 'Order 1042',
  ...changes,
});

/** A request for a wallet's order. */
export const walletRequest = (changes: Partial<WalletRequest> = {}): WalletRequest => ({
  ...common(),
  mobile: '+8801712345678',
  wallet: 'BKASH',
  language: 'EN',
  returnUrl: 'https://shop.example/return?token=abc',
  ...changes,
});

/** A request for a direct debit. */
export const debitRequest = (): DebitRequest => ({
  ...common(),
  iban: 'DE89370400440532013000',
  holder: 'Ada Lovelace',
  mandate: 'MANDATE1',
});
