import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import { whileBusy } from '../http/while-busy.js';
import type { About } from '../about.js';
import { ConnectorError, KeyTaken } from '../connector.js';
import type { Client, Said } from './client.js';
import type { Failure } from './failure.js';
import { idempotencyKey } from './idempotency-key.js';
import type { Order } from './order.js';
import { id, readAnswer, rupees, text, word } from './read-answer.js';
import { askAgain } from '../repetition.js';
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

/** Seconds for which a session whose first request is under way is waited for. */
const BUSY_FOR = 8;

const BUSY = 'Cashfree was busy with an earlier request of the same key';

const isBusy = ({ failure }: Said): boolean => failure?.status === 409;

/**
 * What a call is answered once an earlier one of the same key is over.
 * @throws {ConnectorError} unless that has begun the session: of anything else nobody knows whose answer it is
 */
async function afterOther(call: () => Promise<Said>, limit: AbortSignal): Promise<Said> {
  const end = AbortSignal.any([limit, timeLimit(BUSY_FOR)]);
  const said = await askAgain(() => whileBusy(call, isBusy, end), end, BUSY);
  if (said.failure) throw new ConnectorError(BUSY);
  return said;
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
  const send = () => client.call(call, limit);
  const first = await send();
  const said = isBusy(first) ? await afterOther(send, limit) : first;
  if (said.failure?.type === 'idempotency_error') throw new KeyTaken('Cashfree knows this key for another session');
  return said.failure ? { failure: said.failure } : { session: readSession(said.body, about) };
}
