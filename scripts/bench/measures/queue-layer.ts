import { randomBytes } from 'node:crypto';
import { JOBS } from '../../../src/jobs.js';
import { forkScript } from '../asked-process.js';
import { LANES, type ByLane } from '../lanes/lane.js';
import { deleteKeys } from '../own-names.js';
import type { Bench } from './bench.js';

/** Jobs a second through a queue and a worker, nothing done in them: bare BullMQ, and our layer over it. */
export async function benchQueueLayer({ tollgate }: Bench, rounds: number, count: number): Promise<ByLane<number[]>> {
  const prefix = `{bench-queue-${randomBytes(4).toString('hex')}}`;
  const FLOOR_CONCURRENCY = String(JOBS['card-authorization'].concurrency);
  const env = { ...tollgate.env, QUEUE_PREFIX: prefix, FLOOR_CONCURRENCY };
  const start = (script: string) => forkScript(script, env, { isReady: true });
  const lanes = { floor: await start('queue/bare.js'), Tollgate: await start('queue/ours.js') };
  try {
    for (const name of LANES) await lanes[name].ask({ count }); // warm
    const results: ByLane<number[]> = { floor: [], Tollgate: [] };
    for (let round = 0; round < rounds; round++)
      for (const name of LANES) results[name].push(await lanes[name].ask<number>({ count }));
    return results;
  } finally {
    await Promise.all(LANES.map((name) => lanes[name].stop()));
    await deleteKeys(tollgate.env.REDIS_URL ?? '', prefix);
  }
}
