import type { Wallet } from '../vocabulary.js';
import type { About } from './about.js';
import type { DeclineReason, ToldEnd } from './card.js';
import type { PageForm } from './page-form.js';
import type { Payer } from './payer.js';

/** Seconds between polls of an asynchronous payment; the last step repeats, and every wait gets ±`jitter` of itself. */
export interface Pace {
  firstAfter: number;
  steps: readonly number[];
  jitter: number;
}

/** Apps that a UPI link can be made for, beside the one that every app understands. */
export const UPI_APPS = ['gpay', 'phonepe', 'paytm'] as const;
export type UpiApp = (typeof UPI_APPS)[number];

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
  wallet: Wallet;
  language: 'BN' | 'EN';
  /** Where the wallet's page sends the customer when it is done. */
  returnUrl: string;
}

/** A SEPA direct debit under a mandate that the customer has given. */
export interface DebitRequest extends Omit<AsyncPaymentRequest, 'mobile'> {
  iban: string;
  holder: string;
  /** The mandate's reference, unique for the creditor. A gateway may make one of its own instead. */
  mandate: string;
}

/** Who is paid over UPI: the parts of `upi://pay` that only the gateway knows (NPCI UPI Linking Specification 1.6). */
export interface UpiPayee {
  reference: string;
  pa: string;
  pn: string;
  mc?: string;
  apps: UpiApp[];
  /**
   * Where the gateway gives links whole, with a `tr` or a signature of its own: they are shown as they came, since one
   * that is made anew would not be known there. `payeeOfLinks` makes a payee of them.
   */
  links?: UpiLinks;
}

/** Whole links, each with the query of `upi://pay`: `any` for every app, and those of apps with links of their own. */
export type UpiLinks = { any: string; tr?: string } & Partial<Record<UpiApp, string>>;

/** Whom a wallet's receipt names: the account that its gateway is asked for, and the number that customers pay to. */
export interface WalletPayee {
  name: string;
  account: string;
}

export interface WalletOrder {
  reference: string;
  url: string;
  /** With which the page at `url` is posted to, where it is one that no link leads to. */
  form?: PageForm;
  /** What the customer brings back when the gateway itself sends them; absent where it does not say beforehand. */
  returnSignature?: string;
  /** Absent where the gateway does not say. */
  payee?: WalletPayee;
}

/** What a gateway knows of a local order. Amounts are integers in minor units: what came, not what was asked. */
export type AsyncPaymentResult =
  /** `debit`: the gateway's own reference of a debit that the banks have, whether or not its opening was answered. */
  | { outcome: 'waiting'; debit?: string }
  /** The customer is at it: money may move any moment. */
  | { outcome: 'in_progress' }
  /**
   * The customer has agreed at the wallet, and money moves once we execute. `perhaps`: the gateway does not say whether they
   * have, and only executing it tells.
   */
  | { outcome: 'agreed'; amount: number; currency: string; perhaps?: true }
  | { outcome: 'paid'; reference: string; amount: number; currency: string }
  /** `open`: the order can be paid all the same, until it is closed. Whoever ends the payment closes it first. */
  | { outcome: 'refused'; reason: DeclineReason; gatewayCode: string; open?: true }
  /** `expired`: its time at the gateway is over, and nobody has said no. */
  | { outcome: 'cancelled'; open?: true; expired?: true };

/** Whether somebody has said no to an order that can still be paid. */
export const isLeftOpen = (result: AsyncPaymentResult): boolean => 'open' in result && result.open === true;

/** Whether an order is over without money, as far as its gateway knows. */
export const isClosed = (result: AsyncPaymentResult): boolean =>
  (result.outcome === 'cancelled' || result.outcome === 'refused') && !isLeftOpen(result);

/** What a gateway for orders can do, as data. */
export interface OrderCapabilities {
  /**
   * By what it is asked about an order. By its own reference: one whose reference never came was shown to nobody. `told`: it
   * cannot be asked, and only tells by signed callbacks.
   */
  asks: 'key' | 'reference' | 'told';
  /** Whether an order can be closed, so that nobody can pay it any more, and whether that is known at once. */
  closes: 'now' | 'later' | 'never';
  /** Whether a refusal can be told from a customer who does nothing. */
  refuses: boolean;
  /** As of cards: whether closing takes money back that was told of. */
  closingUndoes?: boolean;
}

/**
 * What has become of orders, by whichever of the three below they were opened: the customer pays elsewhere and we ask
 * until we know. Calls pass the payment's trace on, but for fetchOrder(), since one call may ask about many payments.
 */
export interface OrderQueries {
  readonly capabilities: OrderCapabilities;
  readonly pace: Pace;
  /** Asks without changing anything. Questions of the same moment may travel together. */
  fetchOrder(about: About): Promise<AsyncPaymentResult>;
  /** Asks that nobody can pay the order any more, and says what has become of it. Money may still arrive late. */
  cancelOrder(about: About): Promise<AsyncPaymentResult>;
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
  /**
   * Where the query with which the customer comes back is part of the protocol: tells the gateway of it, or reads what
   * stands nowhere else, and says what the order has come to. The query is anybody's input, and proves nothing.
   */
  returned?(about: About, query: Readonly<Record<string, string>>): Promise<AsyncPaymentResult>;
}

/** A debit that the gateway has taken on. */
export interface DebitOrder {
  reference: string;
  /** The mandate's reference where the gateway makes it itself: banks and their letters name this one, not ours. */
  mandate?: string;
  /** Where the gateway cannot be asked, and has said in this answer already how the debit has ended. */
  end?: ToldEnd;
}

export interface DebitConnector {
  /** Of asking about debits, which take days. */
  readonly debitPace: Pace;
  createDebit(request: DebitRequest, about: About): Promise<DebitOrder>;
}
