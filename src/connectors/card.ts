import type { ThreeDsPolicy } from '../vocabulary.js';
import type { About } from './about.js';
import type { PageForm } from './page-form.js';
import type { Payer } from './payer.js';

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
  /** With `form`, the page at `url` is one that it is posted to. */
  | { outcome: 'challenge'; reference: string; url: string; form?: PageForm }
  /** `open`: the key can be paid all the same, until it is closed. Whoever ends the payment closes it first. */
  | { outcome: 'declined'; reason: DeclineReason; gatewayCode: string; reference?: string; open?: true }
  /** The gateway has never heard of the key, or closed it before any money moved. */
  | { outcome: 'not_charged' };

/** How a payment has ended, as a gateway that cannot be asked tells it: of a debit in the same words as of a card. */
export type ToldEnd = Extract<CardResult, { outcome: 'authorized' | 'declined' }>;

export interface CardNumberAndCode {
  number: string;
  cvv: string;
  expiryMonth: number;
  expiryYear: number;
  holder: string;
}

export interface CardAuthorization {
  card: CardNumberAndCode;
  threeDs: ThreeDsPolicy;
  payer: Payer;
  /** Where the issuer's page sends the customer when the challenge is over. */
  returnUrl: string;
}

/** What a gateway for cards can do, as data. */
export interface CardCapabilities {
  /** Whether a payment can be made without 3-D Secure. */
  threeDsOff: boolean;
  /** Whether a challenge that the customer cancelled can be told from one that they failed. */
  tellsCancelled: boolean;
  /** By what it is asked about a charge; `told`: it cannot be asked, and only tells by signed callbacks. */
  asks: 'key' | 'reference' | 'told';
  /** Whether a key that is closed is closed at once, or whether that is known only later. */
  closes: 'now' | 'later';
  /**
   * Whether it gives the page of a challenge once only, with the authorization. Asked about a challenge that is open, it
   * is NotDecided, since nobody can be sent there again.
   */
  pageOnce?: true;
  /**
   * Whether closing a key takes an authorization back. Then money that is told of is sure only once it is told as well
   * that the close came too late. Absent: what was authorized stands.
   */
  closingUndoes?: boolean;
}

/**
 * A gateway for cards. Keeps nothing between its calls, each of which may be several requests; answers in our words.
 * A decline is an answer. Throws ConnectorError only when nobody answered, and then money may have moved; NotDecided when
 * the gateway has answered, but does not know yet.
 * Every call with a key that the gateway knows gives the state of that key and moves no money a second time.
 */
export interface CardConnector {
  readonly capabilities: CardCapabilities;
  authorizeCard(request: CardAuthorization, about: About): Promise<CardResult>;
  /** Asks without changing anything. */
  fetchCard(about: About): Promise<CardResult>;
  /**
   * Makes sure that this key never moves money from now on, and says what it has come to: when it was authorized or
   * declined before, that stands and is the answer. A late authorizeCard() with a closed key is `not_charged`.
   */
  voidCard(about: About): Promise<CardResult>;
  /** The fields that mean something in the query that returned() is given: without any it is none. Absent: all may. */
  readonly returnFields?: readonly string[];
  /**
   * Where the query with which the customer comes back from a challenge is part of the protocol: tells the gateway of
   * it, and says what the key has come to. The query is anybody's input, and proves nothing.
   */
  returned?(about: About, query: Readonly<Record<string, string>>): Promise<CardResult>;
}
