import type { ThreeDsPolicy } from '../vocabulary.js';
import type { Trace } from '../telemetry/trace.js';

/** Why an issuer or a gateway said no, in our words. A lost card is `do_not_honor`: its holder may be a thief. */
export type DeclineReason =
  | 'insufficient_funds'
  | 'do_not_honor'
  | 'expired_card'
  | 'incorrect_cvv'
  | 'authentication_failed'
  | 'authentication_cancelled'
  | 'authentication_timeout'
  | 'gateway_error';

/** What a gateway knows of one idempotency key. Amounts are integers in minor units. */
export type CardResult =
  | { outcome: 'authorized'; reference: string; amount: number; currency: string }
  | { outcome: 'challenge'; reference: string; url: string }
  | { outcome: 'declined'; reason: DeclineReason; gatewayCode: string; reference?: string }
  /** The gateway has never heard of the key, or closed it before any money moved. */
  | { outcome: 'not_charged' };

export interface CardNumberAndCode {
  number: string;
  cvv: string;
  expiryMonth: number;
  expiryYear: number;
  holder: string;
}

export interface CardAuthorization {
  /** Our trx: what the gateway's own records show beside the charge. */
  reference: string;
  amount: number; // minor units
  currency: string;
  card: CardNumberAndCode;
  threeDs: ThreeDsPolicy;
  /** Where the issuer's page sends the customer when the challenge is over. */
  returnUrl: string;
}

/** Seconds between polls of an asynchronous payment; the last step repeats, and every wait gets ±`jitter` of itself. */
export interface Pace {
  firstAfter: number;
  steps: readonly number[];
  jitter: number;
}

/** Apps that a UPI link can be made for, beside the one that every app understands. */
export type UpiApp = 'gpay' | 'phonepe' | 'paytm';

interface AsyncPaymentRequest {
  /** Our trx: what the gateway's own records show beside the order. */
  reference: string;
  amount: number; // minor units
  currency: string;
  mobile: string; // E.164
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

/**
 * A gateway for asynchronous payments (UPI, wallets and debits), where the customer pays elsewhere and we ask until we
 * know. Calls pass on the payment's trace, except fetchOrder(), since one call may ask about many payments.
 */
export interface AsyncPaymentConnector {
  readonly name: string;
  readonly pace: Pace;
  /** For debits, which take days. */
  readonly debitPace: Pace;
  createUpi(request: UpiRequest, key: string, trace?: Trace): Promise<UpiPayee>;
  createWallet(request: WalletRequest, key: string, trace?: Trace): Promise<{ reference: string; url: string }>;
  createDebit(request: DebitRequest, key: string, trace?: Trace): Promise<{ reference: string }>;
  /** Asks without changing anything. Questions of the same moment may travel together. */
  fetchOrder(key: string): Promise<AsyncPaymentResult>;
  /**
   * Moves the money of a wallet order that its customer has agreed to. Repeated with the same key, gives the same
   * answer.
   */
  executeWallet(key: string, trace?: Trace): Promise<AsyncPaymentResult>;
  /** Asks that nobody can pay the order any more, and says what has become of it. Money may still arrive late. */
  cancelOrder(key: string, trace?: Trace): Promise<AsyncPaymentResult>;
  /** What a callback says; null unless its signature, its age and its form are right. */
  readCallback(headers: Record<string, string | string[] | undefined>, body: string): CallbackNews | null;
  /** In a sandbox, plays the customer or the clock; absent at every other gateway. */
  simulate?(key: string, action: 'confirm' | 'fail' | 'cancel' | 'expire'): Promise<void>;
}

export interface CallbackNews {
  key: string;
  reference: string;
  amount: number; // minor units of what came; 0 when nothing did
  currency: string;
}

/**
 * A gateway for cards. Stateless: makes one HTTP call, answers in our words.
 * A decline is an answer. Throws ConnectorError only when nobody answered, and then money may have moved.
 * Every call with a key that the gateway knows gives the state of that key and moves no money a second time. Calls pass
 * the payment's trace on.
 */
export interface CardConnector {
  readonly name: string;
  /** Whether card payments can be authenticated with 3-D Secure here. */
  readonly threeDs: boolean;
  authorizeCard(request: CardAuthorization, key: string, trace?: Trace): Promise<CardResult>;
  /** Asks without changing anything. */
  fetchCard(key: string, trace?: Trace): Promise<CardResult>;
  /**
   * Makes sure that this key never moves money from now on, and says what it has come to: when it was authorized or
   * declined before, that stands and is the answer. A late authorizeCard() with a closed key is `not_charged`.
   */
  voidCard(key: string, trace?: Trace): Promise<CardResult>;
}

/** One movement of money in a gateway's own books. */
export interface SettledRecord {
  /** The key of our call. */
  key: string;
  /** Our trx. */
  trx: string;
  /** The gateway's reference of the movement: the one that CardResult and AsyncPaymentResult carry. */
  reference: string;
  amount: number; // minor units of what came
  currency: string;
  at: Date;
}

/** A gateway's own books, which ours are compared with every day. Throws ConnectorError when nobody answered. */
export interface GatewayLedger {
  /**
   * A page of all money that moved from `from` on and before `to`. A null cursor asks for the first page, or says that
   * this was the last.
   */
  list(
    window: { from: Date; to: Date },
    cursor: string | null,
  ): Promise<{ records: SettledRecord[]; nextCursor: string | null }>;
  /** The money that a key has moved, at any time; null when it has moved none. */
  find(key: string): Promise<SettledRecord | null>;
}

/** One gateway, with what it can do. */
export interface Connector {
  card?: CardConnector;
  local?: AsyncPaymentConnector;
  ledger?: GatewayLedger;
  /** The URLs of the pages to which it sends customers. The hosted page's forms may lead there. */
  pages: readonly string[];
}

/** The gateway could not be asked, or gave no answer that we understand. No decline: the outcome is unknown. */
export class ConnectorError extends Error {}

/** The gateway has this key for an earlier, different request. The present one is not done. */
export class KeyTaken extends ConnectorError {}
