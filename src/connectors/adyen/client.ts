import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import { parseAnswer } from '../http/answer.js';
import { send, type Answer } from '../http/send.js';
import { whileBusy } from '../http/while-busy.js';
import { askAgain } from '../repetition.js';
import type { AdyenAccess } from './access.js';
import { failureIn, INVALID_CARD, isRefusal, isUnderWay, type Failure } from './failure.js';

/** A POST: Adyen knows no other call. */
export interface Call {
  /** From the version on. */
  path: string;
  body: object;
  /** The Idempotency-Key, at most 64 characters. */
  key: string;
}

/** A whole answer of Adyen's. */
export type Said = { body: unknown; failure?: never } | { failure: Failure; body?: never };

/** Adyen does not know the API key at all. */
export class UnknownKey extends Misconfigured {}

const isUnsure = (error: unknown): boolean => error instanceof ConnectorError && !(error instanceof NothingTaken);

/** What all of Adyen's connectors call through. */
export function createClient({ apiUrl, apiKey, account }: Pick<AdyenAccess, 'apiUrl' | 'apiKey' | 'account'>) {
  const refuses = (why: string): string => `Adyen refuses the account "${account}": ${why}, see docs/gateways/adyen.md`;

  /** @throws {ConnectorError} when it is no whole answer of Adyen's */
  function read({ status, headers, text }: Answer): Said {
    if (status === 200 || status === 201) return { body: parseAnswer('Adyen', text) };
    const said = `Adyen answered with HTTP ${status}`;
    if (status === 401) throw new UnknownKey(refuses('the API key is not valid'));
    if (status === 429) throw new NothingTaken(said);
    const isTransient = headers['transient-error'] === 'true';
    const failure = status >= 400 ? failureIn(status, isTransient, parseAnswer('Adyen', text)) : undefined;
    if (!failure) throw new ConnectorError(said);
    if (isUnderWay(failure)) return { failure };
    if (status === 403)
      throw new Misconfigured(refuses(`the API key may not do this (${failure.errorCode || 'no code'})`));
    if (!isRefusal(failure)) throw new ConnectorError(said);
    return { failure };
  }

  async function once({ path, body, key }: Call, limit: AbortSignal): Promise<Said> {
    const headers = { 'x-api-key': apiKey, 'content-type': 'application/json', 'idempotency-key': key };
    return read(
      await send('Adyen', { method: 'POST', url: `${apiUrl}${path}`, headers, body: JSON.stringify(body) }, limit),
    );
  }

  const isBusy = ({ failure }: Said): boolean => failure !== undefined && isUnderWay(failure);

  /**
   * Asks after a request that may have moved money: nothing is sure then but an answer to it. A refusal may be of the
   * repetition alone, unless it names what is wrong with the card.
   */
  async function askAfter(ask: () => Promise<Said>, limit: AbortSignal): Promise<Said> {
    const said = await askAgain(ask, limit, 'Adyen has not answered to an earlier request of the same key');
    if (said.failure && !INVALID_CARD.has(said.failure.errorCode))
      throw new ConnectorError('Adyen refuses to say what became of an earlier request of the same key');
    return said;
  }

  async function waitOut(what: Call, limit: AbortSignal): Promise<Said> {
    const ask = () => once(what, limit);
    const said = await ask();
    return isBusy(said) ? askAfter(() => whileBusy(ask, isBusy, limit), limit) : said;
  }

  return {
    /**
     * One call. When no whole answer comes to it, it is made once more: Adyen gives the first answer of a key again, and
     * there is no other way to ask.
     * @throws {NothingTaken} when this request provably did nothing, and no other with its key was under way
     * @throws {ConnectorError} when the outcome is unknown
     */
    async call(what: Call, limit: AbortSignal): Promise<Said> {
      try {
        return await waitOut(what, limit);
      } catch (error) {
        if (!isUnsure(error) || limit.aborted) throw error;
        return askAfter(() => waitOut(what, limit), limit);
      }
    },
  };
}

export type Client = ReturnType<typeof createClient>;
