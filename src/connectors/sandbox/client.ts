import Joi from 'joi';
import { traceHeaders, type Trace } from '../../telemetry/trace.js';
import { ConnectorError, KeyTaken, NothingTaken } from '../connector.js';
import { answerForm, parseAnswer } from '../http/answer.js';
import { send, timeLimit } from '../http/send.js';
import type { Behaviour } from './behaviour.js';

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

const parse = (text: string): unknown => parseAnswer('sandbox', text);

const failure = answerForm<{ error: { code: string } }>({ error: answerForm({ code: Joi.string().required() }) });

/** Whether an error body names this code. A 404 may also mean that a path is wrong. */
export function saysCode(code: string, body: unknown): boolean {
  const checked = failure.validate(body);
  return !checked.error && checked.value.error.code === code;
}

/** What all connectors of the sandbox call through; README.md describes the protocol. */
export function createClient({ apiUrl, apiKey, account, behaviours, timeout }: SandboxAccess) {
  const sendCall = ({ method, path, headers, body, trace }: Call) =>
    send(
      'sandbox',
      {
        method,
        url: `${apiUrl}${path}`,
        headers: {
          authorization: `Bearer ${apiKey}`,
          'content-type': 'application/json',
          ...(account !== undefined && { 'sandbox-account': account }),
          ...(behaviours && behaviours.size > 0 && { 'sandbox-behaviour': [...behaviours].join(',') }),
          ...traceHeaders(trace),
          ...headers,
        },
        body: body && JSON.stringify(body),
      },
      timeLimit(timeout),
    );

  /**
   * One call.
   * @param unknown the code by which the gateway says that there is nothing of the kind that the path names
   * @returns the JSON of a 200, of no known form yet; undefined when the gateway says `unknown`
   * @throws {KeyTaken}
   * @throws {ConnectorError} on anything else: the outcome is unknown
   */
  return async function call(what: Call, unknown?: string): Promise<unknown> {
    const { status, text } = await sendCall(what);
    if (status === 200) return parse(text);
    if ((status === 404 || status === 409) && unknown !== undefined && saysCode(unknown, parse(text))) return undefined;
    if (status === 422 && saysCode('key_reused', parse(text))) throw new KeyTaken('The sandbox gateway knows this key');
    if (status === 503 && saysCode('not_processed', parse(text)))
      throw new NothingTaken('The sandbox gateway processes nothing for this account');
    throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
  };
}

export type Client = ReturnType<typeof createClient>;
