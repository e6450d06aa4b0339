import { Queue } from 'bullmq';
import type { Db } from 'mongodb';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import type { RedisClient } from '../../../src/redis/connection.js';
import type { Lane } from '../ipn/lanes.js';

/** The floor: the same events under the same ids, with the body in the job, so that its worker need not read. */
export function floorLane(
  pid: number,
  database: Db,
  connection: RedisClient,
  prefix: string,
  someEvents: (count: number) => DeliveryRecord[],
): Lane {
  const stored = database.collection<{ _id: string; delivery?: string }>('floor_deliveries');
  const queue = new Queue('floor-ipn', {
    connection,
    prefix,
    defaultJobOptions: { removeOnComplete: { count: 1000 } },
  });
  const jobOf = ({ _id: id, url, body }: DeliveryRecord) => ({ id, url, body });
  return {
    name: 'floor',
    pid,
    async store(count) {
      const events = someEvents(count);
      await stored.insertMany(events);
      return events;
    },
    async wakeAll(events) {
      await queue.addBulk(events.map((event) => ({ name: 'ipn', data: jobOf(event) })));
    },
    async deliver(event) {
      await stored.insertOne(event);
      await queue.add('ipn', jobOf(event));
    },
    recorded: () => stored.countDocuments({ delivery: 'delivered' }),
  };
}
