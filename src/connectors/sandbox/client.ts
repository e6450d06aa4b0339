import Joi from 'joi';
import { Agent, request } from 'undici';
import { config } from '../../../config/index.js';
import { milliseconds } from '../../time.js';
import { traceHeaders, type Trace } from '../../telemetry/trace.js';
import { ConnectorError, KeyTaken, NothingTaken } from '../connector.js';
import { noAnswer } from '../no-answer.js';
import type { Behaviour } from './behaviour.js';
import { answerForm } from './read-answer.js';

export interface SandboxAccess {
  apiUrl: string;
  apiKey: string;
  /** The account that calls: the sandbox's faults may strike one and not another. */
  account?: string;
  /** How the sandbox is to be harder to deal with; absent: not at all. */
  behaviours?: ReadonlySet<Behaviour>;
  /** Where it is to tell of disputes, and of what cannot be asked. */
  callbackUrl?: string;
  /** Seconds that one call may take in all, from the connection to the last byte. */
  timeout: number;
}

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  headers?: Record<string, string>;
  body?: object;
  trace?: Trace | undefined;
}

const MOST_BYTES = 256 * 1024; // more is no answer of this gateway's: a hundred orders take about 60 KB

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ConnectorError('The sandbox gateway answered with something that is no JSON');
  }
}

const failure = answerForm<{ error: { code: string } }>({ error: answerForm({ code: Joi.string().required() }) });

/** Whether an error body names this code. A 404 may also mean that a path is wrong. */
export function saysCode(code: string, body: unknown): boolean {
  const checked = failure.validate(body);
  return !checked.error && checked.value.error.code === code;
}

// An agent of our own: it repeats nothing, follows no redirect and reads no proxy from the environment. All accounts share
// its connections.
const dispatcher = new Agent({
  headersTimeout: 0,
  bodyTimeout: 0,
  maxResponseSize: MOST_BYTES,
  connect: { timeout: milliseconds(config.gatewayConnectTimeout) },
});

/** What all connectors of the sandbox call through; README.md describes the protocol. */
export function createClient({ apiUrl, apiKey, account, behaviours, timeout }: SandboxAccess) {
  async function send({ method, path, headers, body, trace }: Call): Promise<{ status: number; text: string }> {
    try {
      const answer = await request(`${apiUrl}${path}`, {
        dispatcher,
        method,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(account !== undefined && { 'sandbox-account': account }),
          ...(behaviours && behaviours.size > 0 && { 'sandbox-behaviour': [...behaviours].join(',') }),
          ...traceHeaders(trace),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
        signal: AbortSignal.timeout(milliseconds(timeout)),
      });
      return { status: answer.statusCode, text: await answer.body.text() };
    } catch (error) {
      throw noAnswer('sandbox', error);
    }
  }

  /**
   * One call.
   * @param unknown the code by which the gateway says that there is nothing of the kind that the path names
   * @returns the JSON of a 200, of no known form yet; undefined when the gateway says `unknown`
   * @throws {KeyTaken}
   * @throws {ConnectorError} on anything else: the outcome is unknown
   */
  return async function call(what: Call, unknown?: string): Promise<unknown> {
    const { status, text } = await send(what);
    if (status === 200) return parse(text);
    if ((status === 404 || status === 409) && unknown !== undefined && saysCode(unknown, parse(text))) return undefined;
    if (status === 422 && saysCode('key_reused', parse(text))) throw new KeyTaken('The sandbox gateway knows this key');
    if (status === 503 && saysCode('not_processed', parse(text)))
      throw new NothingTaken('The sandbox gateway processes nothing for this account');
    throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
  };
}

export type Client = ReturnType<typeof createClient>;
