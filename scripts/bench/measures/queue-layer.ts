import { randomBytes } from 'node:crypto';
import { JOBS } from '../../../src/jobs/catalogue.js';
import { forkScript } from '../asked-process.js';
import { LANES, type ByLane, type LaneName } from '../lanes/lane.js';
import { deleteKeys } from '../own-names.js';
import { JOB } from '../queue/run-jobs.js';
import type { Bench } from './bench.js';

const SCRIPTS: ByLane<string> = { floor: 'bare', Tollgate: 'ours' };

/** Jobs a second through a queue and a worker, nothing done in them: bare BullMQ, and our layer over it. */
export async function benchQueueLayer({ tollgate }: Bench, rounds: number, count: number): Promise<ByLane<number[]>> {
  const id = randomBytes(4).toString('hex');
  const prefixes: ByLane<string> = { floor: `{bench-queue-a-${id}}`, Tollgate: `{bench-queue-b-${id}}` };
  const env = { ...tollgate.env, FLOOR_CONCURRENCY: String(JOBS[JOB].concurrency) };
  const start = (name: LaneName) => forkScript(`queue/${SCRIPTS[name]}.js`, { ...env, QUEUE_PREFIX: prefixes[name] });
  const lanes = { floor: await start('floor'), Tollgate: await start('Tollgate') };
  try {
    for (const name of LANES) await lanes[name].ask({ count }); // warm
    const results: ByLane<number[]> = { floor: [], Tollgate: [] };
    for (let round = 0; round < rounds; round++)
      for (const name of LANES) results[name].push(await lanes[name].ask<number>({ count }));
    return results;
  } finally {
    await Promise.all(LANES.map((name) => lanes[name].stop()));
    for (const name of LANES) await deleteKeys(tollgate.env.REDIS_URL ?? '', prefixes[name]);
  }
}
