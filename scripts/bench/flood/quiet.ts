import type { Db } from 'mongodb';
import { until } from '../../until.js';
import type { AskedProcess } from '../asked-process.js';

const PATIENCE_MS = 300_000;
const LOOK_MS = 100;

/** Waits until nothing is due any more and all is told. */
export async function untilQuiet(database: Db, receiver: AskedProcess, told: number): Promise<void> {
  const isQuiet = async () => {
    if ((await receiver.ask<number>({ distinct: true })) < told) return false;
    const waiting = await Promise.all([
      database.collection('payments').countDocuments({ status: { $in: ['authorizing', 'unresolved'] } }, { limit: 1 }),
      database.collection('ipn_deliveries').countDocuments({ status: 'pending' }, { limit: 1 }),
    ]);
    return waiting.every((count) => count === 0);
  };
  await until('everything is quiet', isQuiet, PATIENCE_MS, LOOK_MS);
}
