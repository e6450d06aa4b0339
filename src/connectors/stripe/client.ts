import { ConnectorError, KeyTaken, Misconfigured, NothingTaken } from '../connector.js';
import { parseAnswer } from '../http/answer.js';
import { headerOf, send, type Answer } from '../http/send.js';
import { whileBusy } from '../http/while-busy.js';
import { askAgain } from '../repetition.js';
import type { StripeAccess } from './access.js';
import { failureIn, isUnderWay, type Failure } from './failure.js';
import { formOf, type Fields } from './form.js';

/** The version of Stripe's API that all this is written for. */
const STRIPE_VERSION = '2026-08-26.dahlia';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  /** Of a GET the query, of a POST the body. */
  fields?: Fields;
  /** The Idempotency-Key of a POST. */
  key?: string;
  /** Whether it asks for a page of a list, or for a dispute, with all that was answered to it. */
  isLong?: boolean;
}

/** A whole answer of Stripe's. */
export type Said = {
  /** Whether it is the answer to an earlier request with the same key: things may have moved on since. */
  replayed: boolean;
  /** Of Stripe's clock. */
  date: string | undefined;
} & ({ body: unknown; failure?: never } | { failure: Failure; body?: never });

/** The request's id in Stripe's logs, for people; nothing else of an answer stands in an error. */
function traceOf(answer: Answer): string {
  const id = headerOf(answer, 'request-id') ?? '';
  return /^req_\w{1,64}$/.test(id) ? ` (${id})` : '';
}

/** What all of Stripe's connectors call through. Each request is made once, but for one whose key is under way. */
export function createClient({ apiUrl, secretKey, account }: StripeAccess) {
  const sendCall = ({ method, path, fields = {}, key, isLong }: Call, limit: AbortSignal): Promise<Answer> => {
    const form = formOf(fields);
    const query = method === 'GET' && form !== '' ? `?${form}` : '';
    const headers = {
      authorization: `Bearer ${secretKey}`,
      'stripe-version': STRIPE_VERSION,
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      ...(key !== undefined && { 'idempotency-key': key }),
    };
    const url = `${apiUrl}${path}${query}`;
    return send('Stripe', { method, url, headers, isLong, ...(method === 'POST' && { body: form }) }, limit);
  };

  /** What it means that the account is not set up as it must be. Stripe has done nothing. */
  const misconfigured = (why: string, answer?: Answer): Misconfigured =>
    new Misconfigured(`Stripe refuses the account "${account}": ${why}${answer ? traceOf(answer) : ''}`);

  /** @throws {ConnectorError} when it is no whole answer of Stripe's */
  function read(answer: Answer): Said {
    const { status, text } = answer;
    const replayed = headerOf(answer, 'idempotent-replayed') === 'true';
    const date = headerOf(answer, 'date');
    if (status === 200) return { body: parseAnswer('Stripe', text), replayed, date };
    const said = `Stripe answered with HTTP ${status}${traceOf(answer)}`;
    const failure = status >= 400 ? failureIn(status, parseAnswer('Stripe', text)) : undefined;
    if (!failure) throw new ConnectorError(said);
    if (status === 401) throw misconfigured('the secret key is not valid: replace the credentials', answer);
    if (status === 403) throw misconfigured('the secret key may not do this: see docs/gateways/stripe.md', answer);
    if (status === 429) throw new NothingTaken(said);
    if (status >= 500 && !replayed) throw new ConnectorError(said);
    return { failure, replayed, date };
  }

  const once = async (what: Call, limit: AbortSignal): Promise<Said> => read(await sendCall(what, limit));

  const isBusy = ({ failure }: Said): boolean => failure !== undefined && isUnderWay(failure);

  /** Of a request that was under way nothing is sure but an answer: it may have moved money. */
  const waitOut = (what: Call, limit: AbortSignal): Promise<Said> =>
    askAgain(
      () => whileBusy(() => once(what, limit), isBusy, limit),
      limit,
      'Stripe was busy with an earlier request of the same key',
    );

  return {
    misconfigured,
    /**
     * One call.
     * @throws {KeyTaken} when the key was used for other fields
     * @throws {NothingTaken} when this request provably did nothing, and no other with its key was under way
     * @throws {ConnectorError} when the outcome is unknown
     */
    async call(what: Call, limit: AbortSignal): Promise<Said> {
      const first = await once(what, limit);
      const said = isBusy(first) ? await waitOut(what, limit) : first;
      if (said.failure?.type === 'idempotency_error') throw new KeyTaken('Stripe knows this key for another request');
      return said;
    },
  };
}

export type Client = ReturnType<typeof createClient>;
