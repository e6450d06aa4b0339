import { config } from '../../../config/index.js';
import { awaitCompletion, type Completion } from '../../payments/completions.js';
import { hasPayment, type PaymentRecord } from '../../payments/payment.model.js';

type Asked = Pick<PaymentRecord, '_id' | 'version'>;

/** A payment whose card goes on to another account is changed by that, and still waits for its answer. */
const isAnswered = ({ id }: { id: string }): Promise<boolean> =>
  hasPayment({ _id: id, status: { $ne: 'authorizing' } });

/** The end of the job that sends a payment's card. Call it before the job is enqueued, so that it cannot be missed. */
export const authorizationOf = ({ _id: id, version }: Asked): Completion =>
  awaitCompletion('card-authorization', { id, version }, isAnswered);

/**
 * Waits for the answer to a card that is already with the gateway, CARD_ANSWER_WAIT seconds at most. So a double click
 * or a second tab gets the same answer, and nothing is sent again.
 */
export async function awaitAnswer(payment: Asked): Promise<void> {
  const authorization = authorizationOf(payment);
  try {
    if (await isAnswered({ id: payment._id })) return; // between the reading and the listening
    await authorization.within(config.card.answerWait);
  } finally {
    authorization.unsubscribe();
  }
}
