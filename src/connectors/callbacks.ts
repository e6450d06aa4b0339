import type { CardResult } from './card.js';
import type { GatewayDispute } from './disputes.js';
import type { RefundResult } from './refunds.js';

/** What a gateway says has happened. A hint: what it is about is asked, and only then believed. */
export interface CallbackNews {
  /** What it is about; absent: the payment. */
  about?: 'dispute' | 'refund';
  /** Of the charge or the order; of a refund, its own. A gateway that only tells may name a refund by its charge's. */
  key: string;
  /** Ours, the trx. */
  reference: string;
  amount?: number; // minor units of what came; 0 when nothing did, absent when the gateway does not say
  currency?: string;
  /** What a card payment, or a debit, has come to. Believed only of a gateway that cannot be asked: capability `asks: 'told'`. */
  result?: CardResult;
  /**
   * Of a gateway that says only later whether it has closed a key: whether it has. When it could not, what it has told
   * of the key, or will tell, stands.
   */
  closed?: boolean;
  /** What a refund has come to. Believed likewise, and known by its reference where the key is the charge's. */
  refund?: RefundResult;
  /** The dispute that it is about. Believed likewise. */
  dispute?: GatewayDispute;
}

/** News of a dispute that carries nothing of ours: only the gateway's own reference of the charge. */
export interface ChargeDisputed {
  about: 'dispute';
  charge: string;
  /** When that happened, where the gateway says so. */
  at?: Date;
}

/** The same of a refund that was made at the gateway: ours once somebody has taken it over. */
export interface ChargeRefunded {
  about: 'refund';
  charge: string;
  /** The gateway's own of the refund. */
  key: string;
}

export type AnyNews = CallbackNews | ChargeDisputed | ChargeRefunded;

type Headers = Record<string, string | string[] | undefined>;

export interface CallbackReader<News extends AnyNews = AnyNews> {
  /** What the gateway wants to read in answer to what is genuine; absent: nothing. */
  readonly yes?: string;
  /**
   * What a callback says, which may be nothing about payments, or nothing that can be read; null unless its signature and
   * its age, where the gateway signs one, are right. A promise where the key that has signed must be fetched first.
   * @throws {ConnectorError} when that cannot be had now: the callback is to come again
   */
  readCallback(headers: Headers, body: string): News[] | null | Promise<News[] | null>;
}

/** One that needs to ask nobody, since the account's own secret has signed. */
export interface ImmediateCallbackReader<News extends AnyNews = AnyNews> extends CallbackReader<News> {
  readCallback(headers: Headers, body: string): News[] | null;
}
