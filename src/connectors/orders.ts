import type { About } from './about.js';
import type { DeclineReason } from './card.js';
import type { Payer } from './payer.js';

/** Seconds between polls of an asynchronous payment; the last step repeats, and every wait gets ±`jitter` of itself. */
export interface Pace {
  firstAfter: number;
  steps: readonly number[];
  jitter: number;
}

/** Apps that a UPI link can be made for, beside the one that every app understands. */
export type UpiApp = 'gpay' | 'phonepe' | 'paytm';

interface AsyncPaymentRequest {
  mobile: string; // E.164
  payer: Payer;
  /** When we shall stop waiting. The gateway may learn of money later all the same. */
  expiresAt: Date;
  /** Where the gateway reports what happens to the order: a hint only, we ask before we believe. */
  callbackUrl: string;
}

export type UpiRequest = AsyncPaymentRequest & { note: string };

export interface WalletRequest extends AsyncPaymentRequest {
  wallet: 'BKASH' | 'NAGAD';
  language: 'BN' | 'EN';
  /** Where the wallet's page sends the customer when it is done. */
  returnUrl: string;
}

/** A SEPA direct debit under a mandate that the customer has given. */
export interface DebitRequest extends Omit<AsyncPaymentRequest, 'mobile'> {
  iban: string;
  holder: string;
  /** The mandate's reference, unique for the creditor. */
  mandate: string;
}

/** Who is paid over UPI: the parts of `upi://pay` that only the gateway knows (NPCI UPI Linking Specification 1.6). */
export interface UpiPayee {
  reference: string;
  pa: string;
  pn: string;
  mc?: string;
  apps: UpiApp[];
}

/** Whom a wallet's receipt names: the account that its gateway is asked for, and the number that customers pay to. */
export interface WalletPayee {
  name: string;
  account: string;
}

export interface WalletOrder {
  reference: string;
  url: string;
  /** Absent where the gateway does not say. */
  payee?: WalletPayee;
}

/** What a gateway knows of a local order. Amounts are integers in minor units: what came, not what was asked. */
export type AsyncPaymentResult =
  | { outcome: 'waiting' }
  /** The customer is at it: money may move any moment. */
  | { outcome: 'in_progress' }
  /** The customer has agreed at the wallet, and money moves once we execute. */
  | { outcome: 'agreed'; amount: number; currency: string }
  | { outcome: 'paid'; reference: string; amount: number; currency: string }
  | { outcome: 'refused'; reason: DeclineReason; gatewayCode: string }
  | { outcome: 'cancelled' };

/** Whether an order is over without money, as far as its gateway knows. */
export const isClosed = ({ outcome }: AsyncPaymentResult): boolean => outcome === 'cancelled' || outcome === 'refused';

/**
 * What has become of orders, by whichever of the three below they were opened: the customer pays elsewhere and we ask
 * until we know. Calls pass the payment's trace on, but for fetchOrder(), since one call may ask about many payments.
 */
export interface OrderQueries {
  readonly pace: Pace;
  /** Asks without changing anything. Questions of the same moment may travel together. */
  fetchOrder(about: About): Promise<AsyncPaymentResult>;
  /** Asks that nobody can pay the order any more, and says what has become of it. Money may still arrive late. */
  cancelOrder(about: About): Promise<AsyncPaymentResult>;
  /**
   * What a callback says, which may be nothing about payments; null unless its signature, its age where the gateway
   * signs one, and its form are right.
   */
  readCallback(headers: Record<string, string | string[] | undefined>, body: string): CallbackNews[] | null;
  /** In a sandbox, plays the customer or the clock; absent at every other gateway. */
  simulate?(about: About, action: 'confirm' | 'fail' | 'cancel' | 'expire'): Promise<void>;
}

export interface UpiConnector {
  createUpi(request: UpiRequest, about: About): Promise<UpiPayee>;
}

export interface WalletConnector {
  createWallet(request: WalletRequest, about: About): Promise<WalletOrder>;
  /**
   * Moves the money of a wallet order that its customer has agreed to. Repeated with the same key, gives the same
   * answer.
   */
  executeWallet(about: About): Promise<AsyncPaymentResult>;
}

export interface DebitConnector {
  /** Of asking about debits, which take days. */
  readonly debitPace: Pace;
  createDebit(request: DebitRequest, about: About): Promise<{ reference: string }>;
}

export interface CallbackNews {
  key: string;
  reference: string;
  amount?: number; // minor units of what came; 0 when nothing did, absent when the gateway does not say
  currency?: string;
}
