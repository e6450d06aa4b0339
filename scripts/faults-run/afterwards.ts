import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from '../../test/support/ask.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import type { Order } from './evidence.js';

/** What a merchant, or the bank, does to a payment once it has succeeded. */
export type Afterwards = (tollgate: Tollgate, trx: string, order: Order) => Promise<void>;

const RETRY_MS = 500;
const PATIENCE_MS = 90_000;
/** For what may have happened already, by a call whose answer was lost. */
const PLAY_MS = 20_000;
const TOO_EARLY = [429, 503];

/** Asks until there is an answer that is for good; undefined when the patience is over. */
async function untilAnswered(
  ask: () => Promise<Answer>,
  isForGood = ({ status }: Answer) => !TOO_EARLY.includes(status),
  patienceMs = PATIENCE_MS,
): Promise<Answer | undefined> {
  for (const end = Date.now() + patienceMs; Date.now() < end; await pause(RETRY_MS)) {
    const answer = await ask().catch(() => undefined);
    if (answer && isForGood(answer)) return answer;
  }
  return undefined;
}

const asMerchant = (tollgate: Tollgate, path: string, fields: object) =>
  tollgate.api(path, { public_key: tollgate.merchant.public_key, ...fields });

/** Whether it succeeded in the end. */
async function hasSucceeded(tollgate: Tollgate, trx: string): Promise<boolean> {
  const answer = await untilAnswered(
    () => asMerchant(tollgate, '/h2h/status', { trx }),
    ({ status, body }) => status === 404 || (status === 200 && body.payment_status !== 'pending'),
  );
  return answer?.body.payment_status === 'success';
}

/** Sends a refund until it is answered; its identifier makes it one, however often it is sent. */
async function refund(tollgate: Tollgate, trx: string, order: Order, amount: number | undefined): Promise<void> {
  const refund_identifier = randomUUID();
  const fields = { trx, refund_identifier, ...(amount !== undefined && { amount }) };
  const answer = await untilAnswered(() => asMerchant(tollgate, '/h2h/refund', fields));
  const isTaken = answer?.status === 200 || answer?.body.code === 'duplicate_identifier'; // its first answer was lost
  (order.refunds ??= []).push({ identifier: refund_identifier, status: answer?.status ?? 0, isTaken });
}

const afterSuccess =
  (act: Afterwards): Afterwards =>
  async (tollgate, trx, order) => {
    if (await hasSucceeded(tollgate, trx)) await act(tollgate, trx, order);
  };

/** One refund after the other; `undefined` is all that is left. */
export const refundsOf = (...amounts: (number | undefined)[]): Afterwards =>
  afterSuccess(async (tollgate, trx, order) => {
    for (const amount of amounts) await refund(tollgate, trx, order, amount);
  });

/** So many refunds of the same amount at one moment. */
export const refundsAtOnce = (count: number, amount: number): Afterwards =>
  afterSuccess(async (tollgate, trx, order) => {
    await Promise.all(Array.from({ length: count }, () => refund(tollgate, trx, order, amount)));
  });

/** Plays what happens next; while there is nothing yet that it could happen to, it is tried again. */
const play = (tollgate: Tollgate, trx: string, action: string) =>
  untilAnswered(
    () => asMerchant(tollgate, `/sandbox/payments/${trx}/simulate`, { action }),
    ({ status }) => status === 200,
    PLAY_MS,
  );

/** A part is refunded, the rest disputed and decided by the bank, and then the merchant tries to send all back. */
export const disputed = (action: 'dispute_won' | 'dispute_lost', part: number): Afterwards =>
  afterSuccess(async (tollgate, trx, order) => {
    await refund(tollgate, trx, order, part);
    await play(tollgate, trx, action);
    await refund(tollgate, trx, order, undefined);
  });

/** A refund is taken back, if it has succeeded, and asked for anew. */
export const takenBack = (amount: number): Afterwards =>
  afterSuccess(async (tollgate, trx, order) => {
    await refund(tollgate, trx, order, amount);
    await play(tollgate, trx, 'refund_taken_back');
    await refund(tollgate, trx, order, amount);
  });
