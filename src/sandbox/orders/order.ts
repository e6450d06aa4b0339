import type { OnFile, PendingCallback } from '../charge.js';

/** How far an order has come. `came` is what the customer paid or agreed to, in minor units: not what was asked. */
export type OrderState =
  | { status: 'waiting' }
  /** The customer has it before them. */
  | { status: 'in_progress' }
  /** Wallets: the customer has agreed, and the money moves once the merchant side executes. */
  | { status: 'agreed'; came: number }
  | { status: 'paid'; came: number; bankReference: string; at: number }
  | { status: 'refused'; code: string }
  | { status: 'cancelled'; by: 'customer' | 'merchant' };

interface TakenOn extends OnFile {
  /** The idempotency key. */
  key: string;
  id: string;
  /** The merchant side's own reference. */
  reference: string;
  amount: number; // minor units
  currency: string;
  createdAt: number; // ms since 1970, like the other times here
  expiresAt: number;
  callbackUrl: string;
  /** How many requests for an order came with this key. */
  calls: number;
  state: OrderState;
  /** When the customer acts by itself; null: never, or never again. */
  customerAt: number | null;
  callback: PendingCallback | null;
  /** The merchant side has closed it, whatever came afterwards. */
  isClosed?: true;
  /** Of an account that behaves in a way of its own. */
  behaviours?: string[];
}

export type UpiApp = 'gpay' | 'phonepe' | 'paytm';

export interface UpiOrder extends TakenOn {
  kind: 'upi';
  /** What the customer's app shows beside the amount. */
  note: string;
  apps: readonly UpiApp[];
}

export interface WalletOrder extends TakenOn {
  kind: 'wallet';
  wallet: 'BKASH' | 'NAGAD';
  language: 'BN' | 'EN';
  /** The last digits of the customer's number; the rest is nobody's business here. */
  mobileEnd: string;
  /** The unguessable part of the page's address. */
  token: string;
  returnUrl: string;
}

/** A direct debit under a mandate: no page, the debtor's bank settles it or not. */
export interface DebitOrder extends TakenOn {
  kind: 'debit';
  /** Decided by the account number, of which nothing else is kept here. */
  settles: boolean;
}

export type Order = UpiOrder | WalletOrder | DebitOrder;

/** A key that was closed before its order came. No order can come under it any more. */
export interface ClosedKey extends OnFile {
  kind: 'closed';
  key: string;
}

export type OrderRecord = Order | ClosedKey;
