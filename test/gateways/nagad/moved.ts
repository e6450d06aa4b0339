import { orderIdOf } from '../../../src/connectors/nagad/order-id.js';
import type { Moved } from '../played.js';
import type { Order, World } from './world.js';

const MOST_ATTEMPTS = 20;

/** Our key of an order, which is `<trx>-<no>`: Nagad knows it only hashed. @throws when it is none of the first twenty */
function keyOf({ orderId, trx = '' }: Order): string {
  const keys = Array.from({ length: MOST_ATTEMPTS }, (_, at) => `${trx}-${at + 1}`);
  const key = keys.find((each) => orderIdOf(each) === orderId);
  if (key === undefined) throw new Error(`The order ${orderId} is of no attempt of ${trx}`);
  return key;
}

/** What has moved: orders that were paid. Nagad gives nothing back. */
export const movedAt = ({ orders }: World): Moved => ({
  charges: [...orders.values()]
    .filter(({ status }) => status === 'Success')
    .map((order) => ({ reference: order.trx ?? '', key: keyOf(order), amount: order.amount ?? 0, currency: 'BDT' })),
  moneyBack: [],
});
