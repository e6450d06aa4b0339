import { randomBytes } from 'node:crypto';

/** A refund as bKash keeps it. */
export interface Refunded {
  refundTrxId: string;
  refundTransactionStatus: 'Completed';
  refundAmount: string;
  completedTime: string;
  sku: string;
}

/** A payment as bKash keeps it. Amounts are paisa. */
export interface Payment {
  paymentID: string;
  merchantInvoiceNumber: string;
  payerReference: string;
  callbackURL: string;
  amount: number;
  currency: string;
  signature: string;
  createdAt: Date;
  /** What the customer has done on the page. */
  customer: 'nothing' | 'agreed' | 'failed' | 'cancelled';
  trxID?: string;
  executedAt?: Date;
  refunds: Refunded[];
}

/** Everything of one merchant at bKash. */
export interface World {
  payments: Map<string, Payment>;
  tokens: Set<string>;
  /** When each token was asked for. */
  grants: number[];
  /** How many may be within an hour. */
  mostGrants: number;
  /** How long a token is good for, in seconds. */
  tokenLife: number;
  /** Whether a question about a payment says that its customer has agreed. */
  saysAgreed: boolean;
  /** Whether it says that its customer failed or cancelled; else only their return does. */
  saysEnds: boolean;
  /** Whether refunds are listed with the merchant's own name for them. */
  listsSku: boolean;
  /** The stand-in's own address. */
  url: string;
}

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789';

export const randomName = (length: number): string =>
  [...randomBytes(length)].map((byte) => LETTERS[byte % LETTERS.length]).join('');

export const newWorld = (): World => ({
  payments: new Map(),
  tokens: new Set(),
  grants: [],
  mostGrants: 2,
  tokenLife: 3600,
  saysAgreed: true,
  saysEnds: false,
  listsSku: false,
  url: '',
});

/** bKash's clock goes as in Dhaka, and its times end so. */
export const timeOf = (at: Date): string =>
  `${new Date(at.getTime() + 6 * 3_600_000).toISOString().slice(0, 23).replace('.', ':')} GMT+0600`;

/** Taka, with no decimals that say nothing, as bKash gives them back. */
export const takaOf = (paisa: number): string =>
  paisa % 100 === 0 ? String(paisa / 100) : `${Math.floor(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;

/** The paisa of a request's amount, which is a text; NaN when it is none. */
export const paisaIn = (amount: unknown): number =>
  typeof amount === 'string' && /^\d+(\.\d{1,2})?$/.test(amount) ? Math.round(Number(amount) * 100) : NaN;
