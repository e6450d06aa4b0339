import { randomUUID } from 'node:crypto';
import type { UpiRequest, WalletRequest } from '../../src/connectors/orders.js';

/** 499.11: the sandbox's customer does nothing by itself, so that the test decides. */
export const WAITS = 49_911;

const common = () => ({
  reference: randomUUID(),
  amount: WAITS,
  expiresAt: new Date(Date.now() + 900_000),
  callbackUrl: 'http://127.0.0.1:1/callback',
});

/** A request for 499.11 INR under a reference of its own. */
export const upiRequest = (changes: Partial<UpiRequest> = {}): UpiRequest => ({
  ...common(),
  currency: 'INR',
  mobile: '+919876543210',
  note: 'Order 1042',
  ...changes,
});

/** A request for 499.11 BDT under a reference of its own. */
export const walletRequest = (changes: Partial<WalletRequest> = {}): WalletRequest => ({
  ...common(),
  currency: 'BDT',
  mobile: '+8801712345678',
  wallet: 'BKASH',
  language: 'EN',
  returnUrl: 'https://shop.example/return?token=abc',
  ...changes,
});
