import { randomBytes } from 'node:crypto';
import { forkScript } from '../asked-process.js';
import type { Drained } from '../ipn/measure.js';
import type { ByLane } from '../lanes/lane.js';
import type { Bench } from './bench.js';

/** Deliveries alone, by workers of their own over a database of their own. Once in a process: it becomes theirs. */
export async function benchDeliveries({ tollgate }: Bench, rounds: number, count: number): Promise<ByLane<Drained[]>> {
  const name = `bench-ipn-${randomBytes(4).toString('hex')}`;
  const database = new URL(tollgate.env.MONGODB_URI ?? '');
  database.pathname = `/${name.replaceAll('-', '_')}`;
  Object.assign(process.env, tollgate.env, {
    MONGODB_URI: database.href,
    QUEUE_PREFIX: `{${name}}`,
    METRICS_PORT: '0',
  });
  const receiver = await forkScript('load/receiver.js');
  try {
    const { benchDrain } = await import('../ipn/rounds.js'); // which reads the settings above when it is loaded
    return await benchDrain(receiver, name, { rounds, count });
  } finally {
    await receiver.stop();
  }
}
