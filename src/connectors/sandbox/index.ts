import { Agent, request } from 'undici';
import { config } from '../../../config/index.js';
import { ConnectorError, type CardAuthorization, type CardResult, type CardConnector } from '../connector.js';
import { saysUnknownCharge, toCardResult } from './map.js';

interface SandboxAccess {
  apiUrl: string;
  apiKey: string;
  /** Seconds that one call may take in all, from the connection to the last byte. */
  timeout: number;
}

interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
}

const MOST_BYTES = 64 * 1024; // more is no answer of this gateway's

/** Errors of the network name an address and a code, never what was sent. */
function noAnswer(error: unknown): ConnectorError {
  const reason = error instanceof Error ? error.message : 'unknown';
  return new ConnectorError(`The sandbox gateway did not answer: ${reason}`, { cause: error });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectorError('The sandbox gateway answered with something that is no JSON');
  }
}

const toBody = ({ reference, amount, currency, card, threeDs, returnUrl }: CardAuthorization) => ({
  reference,
  amount,
  currency,
  card: {
    number: card.number,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    cvv: card.cvv,
    holder: card.holder,
  },
  three_ds: threeDs,
  return_url: returnUrl,
});

/** The connector to the sandbox gateway; README.md beside it describes the protocol. */
export function createSandboxConnector({ apiUrl, apiKey, timeout }: SandboxAccess): CardConnector {
  // An agent of our own: it repeats nothing, follows no redirect and reads no proxy from the environment.
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, maxResponseSize: MOST_BYTES });

  async function send({ method, path, headers, body }: Call): Promise<{ status: number; text: string }> {
    try {
      const answer = await request(`${apiUrl}${path}`, {
        dispatcher,
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', ...headers },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(timeout * 1000),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      throw noAnswer(error);
    }
  }

  async function call(what: Call): Promise<CardResult> {
    const { status, text } = await send(what);
    if (status === 200) return toCardResult(parse(text));
    if (status === 404 && saysUnknownCharge(parse(text))) return { outcome: 'not_charged' };
    throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
  }

  const pathOf = (key: string) => `/charges/${encodeURIComponent(key)}`;

  return {
    name: 'sandbox',
    threeDs: true,
    authorizeCard: (authorization, key) =>
      call({ method: 'POST', path: '/charges', headers: { 'idempotency-key': key }, body: toBody(authorization) }),
    fetchCard: (key) => call({ method: 'GET', path: pathOf(key) }),
    closeCard: (key) => call({ method: 'POST', path: `${pathOf(key)}/close` }),
  };
}

export const sandbox = createSandboxConnector({ ...config.sandbox, timeout: config.gatewayTimeout });
