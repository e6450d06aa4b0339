import { currentAttempt } from './attempts.js';
import { hasPayment, payments, type PaymentRecord } from './payment.model.js';

// A job may run twice at once: its worker was only held up, and another one took it over; or Redis came back older, and
// began a job anew that had ended. That a call of one of them took nothing says nothing about the other's with the same key.
// So whoever sends a card that another account may be sent as well says so first, and whoever goes on to that account, since
// nothing was taken, leaves the key: after that nobody sends it. Both are kept with the attempt, in MongoDB, and only while
// the payment has not moved on.

const unmoved = ({ _id, version }: PaymentRecord) => ({ _id, version });

/** The current attempt's field, by its place: the database changes it whatever else has been read meanwhile. */
const fieldOf = ({ attempts }: PaymentRecord, name: 'callers' | 'left'): string =>
  `attempts.${attempts.length - 1}.${name}`;

/**
 * Whether the current attempt's key was left while the payment has not moved on since: whoever left it has died, or is about
 * to go on. Anybody may go on in its place, and by the payment's version only one does.
 */
export const isKeyLeft = (payment: PaymentRecord): Promise<boolean> =>
  hasPayment({ ...unmoved(payment), [fieldOf(payment, 'left')]: true });

/**
 * Says that somebody is about to send a card with the current attempt's key.
 * @returns whether anybody has before; `left`: whoever has took nothing, and nobody may any more; `moved`: nor may they here,
 *   since the payment has moved on
 */
export async function comeToKey(payment: PaymentRecord): Promise<'one' | 'several' | 'left' | 'moved'> {
  const after = await payments.findOneAndUpdate(
    { ...unmoved(payment), [fieldOf(payment, 'left')]: { $exists: false } },
    { $inc: { [fieldOf(payment, 'callers')]: 1 } },
    { returnDocument: 'after', projection: { attempts: 1 } },
  );
  if (after) return currentAttempt(after).callers === 1 ? 'one' : 'several';
  return (await isKeyLeft(payment)) ? 'left' : 'moved';
}

/** Leaves the key. @returns false when somebody else has come to it, who may have sent the card, or has moved the payment */
export async function leaveKey(payment: PaymentRecord): Promise<boolean> {
  const { modifiedCount } = await payments.updateOne(
    { ...unmoved(payment), [fieldOf(payment, 'callers')]: 1 },
    { $set: { [fieldOf(payment, 'left')]: true } },
  );
  return modifiedCount === 1; // nobody leaves it twice: whoever comes to it then is no longer alone
}
