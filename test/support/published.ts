import { deliveries } from '../../src/ipn/delivery.model.js';
import { payments } from '../../src/payments/payment.model.js';
import { until } from '../../scripts/until.js';

/** Waits until every result of these payments is stored as a notification: then nobody writes about them any more. */
export const untilPublished = (ids: string[]): Promise<void> =>
  until('every result is published', async () => {
    const found = await payments.find({ _id: { $in: ids } }, { projection: { results: 1 } }).toArray();
    const results = found.reduce((sum, { results }) => sum + results.length, 0);
    return (await deliveries.countDocuments({ trx: { $in: ids } })) === results;
  });
