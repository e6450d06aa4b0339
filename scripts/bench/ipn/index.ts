import { randomBytes } from 'node:crypto';
import { runTollgate } from '../running-tollgate.js';
import { forkScript } from '../asked-process.js';
import type { IpnBenchOptions } from './rounds.js';

/** Deliveries alone: a worker of its own, a receiver of its own, and beside them the floor, over the same stores. */
export async function benchIpn(options: IpnBenchOptions): Promise<void> {
  const tollgate = await runTollgate(); // for its stores, its secrets and nothing else
  const { mongodb_uri, redis_url } = tollgate.ready;
  const name = `bench-ipn-${randomBytes(4).toString('hex')}`;
  const database = new URL(mongodb_uri);
  database.pathname = `/${name.replaceAll('-', '_')}`;
  Object.assign(process.env, {
    LOCAL_DIR: tollgate.localDir,
    MONGODB_URI: database.href,
    REDIS_URL: redis_url,
    QUEUE_PREFIX: `{${name}}`,
    IPN_TIMEOUT: '15',
    METRICS_PORT: '0',
  });
  const receiver = await forkScript('load/receiver.js');
  try {
    const { benchRounds } = await import('./rounds.js'); // which reads the settings above when it is loaded
    await benchRounds(receiver, name, options);
  } finally {
    await receiver.stop();
    await tollgate.stop();
  }
}
