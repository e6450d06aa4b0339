import type { ThreeDsPolicy } from '../vocabulary.js';
import type { About } from './about.js';
import type { CardPayer } from './payer.js';

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
  card: CardNumberAndCode;
  threeDs: ThreeDsPolicy;
  payer: CardPayer;
  /** Where the issuer's page sends the customer when the challenge is over. */
  returnUrl: string;
}

/**
 * A gateway for cards. Stateless: makes one HTTP call, answers in our words.
 * A decline is an answer. Throws ConnectorError only when nobody answered, and then money may have moved.
 * Every call with a key that the gateway knows gives the state of that key and moves no money a second time.
 */
export interface CardConnector {
  readonly name: string;
  /** Whether card payments can be authenticated with 3-D Secure here. */
  readonly threeDs: boolean;
  authorizeCard(request: CardAuthorization, about: About): Promise<CardResult>;
  /** Asks without changing anything. */
  fetchCard(about: About): Promise<CardResult>;
  /**
   * Makes sure that this key never moves money from now on, and says what it has come to: when it was authorized or
   * declined before, that stands and is the answer. A late authorizeCard() with a closed key is `not_charged`.
   */
  voidCard(about: About): Promise<CardResult>;
}
