import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import { forkScript } from '../bench/asked-process.js';
import type { Flooded } from '../bench/load/flood.js';
import type { Order } from './evidence.js';
import { prepareWalk } from './traffic.js';

/** Callers beside the merchants of the run, who ask once and never again. */
export interface FloodPace {
  perSecond: number;
  seconds: number;
}

const JOURNEY = 'card, approved';

/** Those of the calls that were taken, or became a payment although no answer came. */
async function ordersOf({ database }: Tollgate, { taken, unanswered }: Flooded): Promise<Order[]> {
  const answered = taken.map(({ identifier, trx }) => ({ identifier, answers: [{ status: 200, trx }] }));
  const made = await database
    .collection<PaymentRecord>('payments')
    .find({ identifier: { $in: unanswered } }, { projection: { identifier: 1 } })
    .toArray();
  const unheard = made.map(({ identifier }) => ({ identifier, answers: [] }));
  return [...answered, ...unheard].map((order) => ({ ...order, journey: JOURNEY, asksOnce: true }));
}

/**
 * Floods a web process with cards, each over a connection of its own, from a process of its own.
 * @returns what waits for the flood's end and tells its orders
 */
export async function startFlood(tollgate: Tollgate, pace: FloodPace): Promise<() => Promise<Order[]>> {
  const callers = await forkScript('load/flood.js');
  const { journey, body } = prepareWalk(tollgate, JOURNEY);
  const flooded = callers.ask<Flooded>({
    url: `${tollgate.urls.webs.web}${journey.path}`,
    bodies: [body],
    ...pace,
  });
  flooded.catch(() => undefined); // told to who asks for its orders
  return async () => {
    const orders = await ordersOf(tollgate, await flooded);
    await callers.stop();
    return orders;
  };
}
