import { randomUUID } from 'node:crypto';
import { ConnectorError, Misconfigured, NothingTaken } from '../connector.js';
import { parseAnswer } from '../http/answer.js';
import { headerOf, send, type Answer } from '../http/send.js';
import type { CashfreeAccess } from './access.js';
import { failureIn, refusedWith, saysUnknown, type Failure } from './failure.js';

/** The version of Cashfree's API that all this is written for. */
const CASHFREE_VERSION = '2025-01-01';

export interface Call {
  method: 'GET' | 'POST' | 'PATCH';
  /** With what stands in it encoded. */
  path: string;
  body?: object;
  /** A UUID. Only of calls that would do their work twice without it. */
  idempotencyKey?: string;
  /** Whether its answer may be longer than any other: a page of the books. */
  isLong?: boolean;
}

/** A whole answer of Cashfree's. */
export type Said = {
  /** Of Cashfree's clock. */
  date: string | undefined;
} & ({ body: unknown; failure?: never } | { failure: Failure; body?: never });

/** What all of Cashfree's connectors call through. Each request is made once; errors name the request, never what it held. */
export function createClient({ apiUrl, clientId, clientSecret, account }: CashfreeAccess) {
  const misconfigured = (why: string): Misconfigured =>
    new Misconfigured(`Cashfree refuses the account "${account}": ${why}`);

  /** @throws {ConnectorError} when it is no whole answer of Cashfree's */
  function read(answer: Answer, requestId: string): Said {
    const { status, text } = answer;
    const date = headerOf(answer, 'date');
    if (status === 200) return { body: parseAnswer('Cashfree', text), date };
    const said = `Cashfree answered with HTTP ${status} (request ${requestId})`;
    const failure = status >= 400 ? failureIn(status, parseAnswer('Cashfree', text)) : undefined;
    if (!failure) throw new ConnectorError(said);
    if (status === 401) throw misconfigured('it does not know App ID and secret key: replace the credentials');
    if (status === 403) throw misconfigured('it may not do this: see docs/gateways/cashfree.md');
    if (status === 429) throw new NothingTaken(said);
    if (status >= 500) throw new ConnectorError(said);
    return { failure, date };
  }

  /**
   * One call.
   * @throws {NothingTaken} when this request provably did nothing: no connection, a limit, or refused credentials
   * @throws {ConnectorError} when the outcome is unknown
   */
  async function call({ method, path, body, idempotencyKey, isLong }: Call, limit: AbortSignal): Promise<Said> {
    const requestId = randomUUID().replaceAll('-', '');
    const headers = {
      'x-client-id': clientId,
      'x-client-secret': clientSecret,
      'x-api-version': CASHFREE_VERSION,
      'x-request-id': requestId,
      accept: 'application/json',
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'x-idempotency-key': idempotencyKey }),
    };
    const outgoing = { method, url: `${apiUrl}${path}`, headers, body: body && JSON.stringify(body), isLong };
    return read(await send('Cashfree', outgoing, limit), requestId);
  }

  return {
    misconfigured,
    call,
    /**
     * What Cashfree has at a path; undefined where it has no such thing.
     * @param what it is, such as "an order"
     * @throws {ConnectorError} when it says neither
     */
    async find(path: string, what: string, limit: AbortSignal): Promise<unknown> {
      const { body, failure } = await call({ method: 'GET', path }, limit);
      if (!failure) return body;
      if (saysUnknown(failure)) return undefined;
      throw refusedWith(failure, what);
    },
  };
}

export type Client = ReturnType<typeof createClient>;
