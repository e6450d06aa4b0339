import Joi from 'joi';
import { setTimeout as sleep } from 'node:timers/promises';
import { answerForm } from '../http/answer.js';
import type { About } from '../about.js';
import { ConnectorError, KeyTaken } from '../connector.js';
import type { Client, Said } from './client.js';
import type { Failure } from './failure.js';
import { idempotencyKey } from './idempotency-key.js';
import type { Order } from './order.js';
import { id, readAnswer, rupees, text, word } from './read-answer.js';
import { asRepetition } from '../repetition.js';
import { toPaise } from './rupees.js';

/** An attempt that was begun, with what its customer goes on with. */
export interface Session {
  cf_payment_id: string | number;
  payment_amount?: number | null;
  data: {
    url?: string | null;
    method?: string | null;
    payload?: Readonly<Record<string, unknown>> | null;
    /** A page of Cashfree's own that leads to `url`. */
    redirect_to_bank?: string | null;
  };
}

export type Begun = { session: Session; failure?: never } | { failure: Failure; session?: never };

const form = answerForm<Session>({
  cf_payment_id: id.required(),
  payment_amount: rupees.allow(null),
  data: answerForm<Session['data']>({
    url: text.max(4096),
    method: word.allow(null, ''),
    payload: Joi.object().unknown().allow(null),
    redirect_to_bank: text.max(4096),
  }),
});

/** Seconds between looks at a session whose first request is under way. */
const WAITS = [0.5, 1, 2, 2, 2];

async function pause(seconds: number, limit: AbortSignal): Promise<void> {
  try {
    await sleep(seconds * 1000, undefined, { signal: limit });
  } catch (error) {
    throw new ConnectorError('Cashfree was busy with an earlier request of the same key', { cause: error });
  }
}

/**
 * What a call is answered once an earlier one of the same key is over.
 * @throws {ConnectorError} unless that has begun the session: of anything else nobody knows whose answer it is
 */
async function afterOther(call: () => Promise<Said>, limit: AbortSignal): Promise<Said> {
  for (const seconds of WAITS) {
    await pause(seconds, limit);
    const said = await asRepetition(call());
    if (!said.failure) return said;
    if (said.failure.status !== 409) break;
  }
  throw new ConnectorError('Cashfree was busy with an earlier request of the same key');
}

/** @throws {ConnectorError} when it is another amount than was asked for */
function readSession(body: unknown, { amount, currency }: About): Session {
  const session = readAnswer(form, body);
  const { payment_amount: asked } = session;
  if (typeof asked === 'number' && toPaise(asked, currency) !== amount)
    throw new ConnectorError('Cashfree asks the customer for another amount');
  return session;
}

/**
 * Begins an attempt to pay an order: the one step from which money can move. It goes with a key of its own, since Cashfree
 * would begin another attempt each time. One that is under way is waited for.
 * @throws {KeyTaken} when it was begun in another way before
 * @throws {ConnectorError} when the outcome is unknown
 */
export async function beginSession(
  client: Client,
  { payment_session_id }: Order,
  paymentMethod: object,
  about: About,
  limit: AbortSignal,
): Promise<Begun> {
  if (!payment_session_id) throw new ConnectorError('Cashfree gives no session for this order');
  const body = { payment_session_id, payment_method: paymentMethod };
  const call = { method: 'POST', path: '/orders/sessions', body, idempotencyKey: idempotencyKey(about.key) } as const;
  const first = await client.call(call, limit);
  const said = first.failure?.status === 409 ? await afterOther(() => client.call(call, limit), limit) : first;
  if (said.failure?.type === 'idempotency_error') throw new KeyTaken('Cashfree knows this key for another session');
  return said.failure ? { failure: said.failure } : { session: readSession(said.body, about) };
}
