import { Agent, request } from 'undici';
import { config } from '../../../config/index.js';
import { milliseconds } from '../../time.js';
import { NothingTaken } from '../connector.js';
import { noAnswer } from '../no-answer.js';

/** One request to a gateway. */
export interface Outgoing {
  method: 'GET' | 'POST' | 'PATCH';
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  /** Whether its answer may be longer than any other: a page of a list, or what merchants have written. */
  isLong?: boolean | undefined;
}

/** What came back, whole and unread. */
export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A header of an answer; undefined when it is missing, or came more than once. */
export function headerOf({ headers }: Answer, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

const MOST_BYTES = 256 * 1024; // more is no answer of any gateway's
const MOST_OF_LONG = 8 * 1024 * 1024; // Stripe's merchants may write 50 texts of 500 characters on each item of a list

/** The longest that a connection may take to be made. undici counts in half seconds, and so is up to that much late. */
function connectTimeout(): number {
  const wanted = milliseconds(config.gatewayConnectTimeout);
  return Math.max(wanted - 500, wanted / 2);
}

const agentFor = (maxResponseSize: number): Agent =>
  new Agent({
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize,
    // Each of several addresses gets half of it, instead of a quarter of a second.
    connect: { timeout: connectTimeout(), autoSelectFamilyAttemptTimeout: Math.ceil(connectTimeout() / 2) },
  });

// Agents of our own: they repeat nothing, follow no redirect and read no proxy from the environment. All gateways share
// them, which keep their connections apart.
const short = agentFor(MOST_BYTES);
const long = agentFor(MOST_OF_LONG);

/** By performance.now(), which goes on while a process is stopped. */
const deadlines = new WeakMap<AbortSignal, number>();

/** The time that a call may take in all, from its first connection to its last byte, whatever number of requests it makes. */
export function timeLimit(seconds: number): AbortSignal {
  const limit = AbortSignal.timeout(milliseconds(seconds));
  deadlines.set(limit, performance.now() + milliseconds(seconds));
  return limit;
}

/** Whether it has passed. A process that was stopped goes on with what it was at before its timers fire. */
const isOver = (limit: AbortSignal): boolean =>
  limit.aborted || performance.now() >= (deadlines.get(limit) ?? Infinity);

/**
 * One request, made once.
 * @param gateway its name, for people
 * @param limit the time limit of the whole call
 * @throws {NothingTaken} when there was no connection, or the time was over before anything was sent
 * @throws {ConnectorError} when no whole answer came; it names neither what was sent nor what came
 */
export async function send(gateway: string, outgoing: Outgoing, limit: AbortSignal): Promise<Answer> {
  const { method, url, headers, body = null, isLong } = outgoing;
  const dispatcher = isLong ? long : short;
  if (isOver(limit)) throw new NothingTaken(`The ${gateway} gateway was not asked: the time for it was over`);
  try {
    const answer = await request(url, { dispatcher, method, headers, body, signal: limit });
    return { status: answer.statusCode, headers: answer.headers, text: await answer.body.text() };
  } catch (error) {
    throw noAnswer(gateway, error);
  }
}
