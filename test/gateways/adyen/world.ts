import { randomBytes } from 'node:crypto';

export interface Amount {
  value: number;
  currency: string;
}

/**
 * A payment as the stand-in keeps it. `redirect`: the customer is at the issuer's page, and nothing was authorised; `received`:
 * the banks have a debit.
 */
export interface Payment {
  pspReference: string;
  reference: string;
  amount: Amount;
  status: 'redirect' | 'received' | 'authorised' | 'captured' | 'refused' | 'cancelled';
  /** What its card, or the account of its debit, comes to. */
  number: string;
  holder: string;
  returnUrl: string;
  captureDelayHours: number;
  refusal?: { code: string; reason: string };
  refunded: number;
}

/** What has gone back, or has not. */
export interface Refund {
  pspReference: string;
  reference: string;
  payment: Payment;
  amount: Amount;
  isDone: boolean;
}

/** What is told of: the fields of an item, as Adyen names them. */
export interface Event {
  eventCode: string;
  success: boolean;
  pspReference: string;
  originalReference?: string;
  merchantReference: string;
  amount: Amount;
  reason?: string;
  additionalData?: Record<string, string>;
}

export interface World {
  merchantAccount: string;
  /** By Adyen's own reference. */
  payments: Map<string, Payment>;
  refunds: Refund[];
  /** What customers came back with, by the text that they carry. */
  results: Map<string, { payment: Payment; outcome: 'complete' | 'fail' | 'cancel' }>;
  /** Whether the key may send card numbers. */
  rawCards: boolean;
  /** Whether a cancellation of what was never authorised, or never came, is a success all the same. */
  cancelsNothing: boolean;
  /** Whether what is authorised waits for its capture, whatever was asked. */
  captureNothing: boolean;
  /** Whose reference the webhook of a refund carries: some have seen the one, some the other. */
  refundsCarry: 'refund' | 'payment';
  /** Seconds that a refund takes until it is told of. */
  refundDelay: number;
  /** Seconds that banks take over a debit. */
  bankDelay: number;
  /** The stand-in's own address. */
  url: string;
  tell: (event: Event) => void;
}

/** One of Adyen's references: 16 capitals and digits. */
export const newReference = (): string =>
  [...randomBytes(16)].map((byte) => 'ABCDEFGHJKLMNPQRSTVWXZ0123456789'[byte % 32]).join('');

export const paymentOf = (world: World, reference: string): Payment | undefined =>
  [...world.payments.values()].find((each) => each.reference === reference);
