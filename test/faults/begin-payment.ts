import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Answer } from '../support/ask.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

/** A card that is approved without a challenge. */
export const APPROVED = '4242424242424242';

export interface Begun {
  trx: string;
  /** The request's body. */
  request: ReturnType<Tollgate['cardBody']>;
  /** The answer, or the error when none came. */
  answer: Promise<Answer | Error>;
}

/** The answer of a payment that was begun. @throws when none came */
export async function answerTo({ answer }: Begun): Promise<Answer> {
  const came = await answer;
  if (came instanceof Error) throw came;
  return came;
}

/** Sends a payment and gives it back once it is stored, without waiting for the gateway. */
export async function beginPayment(
  tollgate: Tollgate,
  changes: object = {},
  headers: Record<string, string> = {},
): Promise<Begun> {
  const request = tollgate.cardBody(APPROVED, changes);
  const answer = tollgate.api('/h2h/initiate', request, headers).catch((error: Error) => error);
  const payments = tollgate.database.collection<PaymentRecord>('payments');
  let trx: string | undefined;
  await until('the payment is stored', async () => {
    trx = (await payments.findOne({ identifier: request.identifier }, { projection: { _id: 1 } }))?._id;
    return trx !== undefined;
  });
  return { trx: trx ?? '', request, answer };
}

/** Waits until the gateway has decided, whether or not anybody has heard of it. */
export const untilDecided = (tollgate: Tollgate, { trx }: Begun): Promise<void> =>
  until('the gateway has decided', async () => (await tollgate.ledger(trx)).length > 0);
