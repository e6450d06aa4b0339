import { keyIn } from '../../../src/connectors/adyen/references.js';
import type { Moved } from '../played.js';
import type { Amount, World } from './world.js';

function named({ reference, amount }: { reference: string; amount: Amount }) {
  const { trx = reference, key = reference } = keyIn(reference) ?? {};
  return { reference: trx, key, amount: amount.value, currency: amount.currency };
}

/** What has moved: payments that were authorised, all of which are captured in the end, and refunds. */
export const movedAt = ({ payments, refunds }: World): Moved => ({
  charges: [...payments.values()].filter(({ status }) => ['authorised', 'captured'].includes(status)).map(named),
  heardOf: [...payments.values(), ...refunds].map((each) => named(each).key),
  moneyBack: refunds.filter(({ isDone }) => isDone).map((refund) => ({ ...named(refund), by: 'refund' })),
});
