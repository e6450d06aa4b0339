import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { config } from '../../../config/index.js';
import { ROOT } from '../../../config/root.js';
import { connectDatabase, disconnectDatabase, mongoClient } from '../../../src/database/client.js';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { JOBS } from '../../../src/jobs/catalogue.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { redis } from '../../../src/redis/client.js';
import { forkScript, type AskedProcess } from '../asked-process.js';
import { endWithBench } from '../end-with-bench.js';
import { floorLane } from '../floor/ipn-lane.js';
import { askable } from '../live-memory.js';
import { deleteKeys } from '../own-names.js';
import { event, ourLane, type Lane } from './lanes.js';

export const HOSTS = 10;
const CONCURRENCY = JOBS['ipn-delivery'].concurrency;

/** The Procfile's line, with what it prints thrown away where it was written. */
function startWorker() {
  const env = { ...process.env, ...askable(config.localDir) };
  const worker = spawn(join(ROOT, 'scripts/run-process'), ['ipn'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  endWithBench(worker);
  return worker;
}

/** Both lanes over one database, with merchants whose endpoints are the receiver's hosts. */
export interface OpenLanes {
  floors: Lane;
  ours: Lane;
  ports: number[];
  /** An event of the next merchant. */
  make: (at?: Date) => DeliveryRecord;
  close: () => Promise<void>;
}

export async function openLanes(receiver: AskedProcess, name: string): Promise<OpenLanes> {
  await connectDatabase();
  const ports = await receiver.ask<number[]>({ hosts: HOSTS });
  const merchants = await Promise.all(ports.map(() => createMerchant({ name: 'Bench', mode: 'test' })));
  let turn = 0;
  const make = (at?: Date): DeliveryRecord => {
    turn = (turn + 1) % HOSTS;
    return event(merchants[turn] ?? { id: '' }, ports[turn] ?? 0, at);
  };
  const some = (count: number) => Array.from({ length: count }, () => make());
  const worker = startWorker();
  const floorPrefix = `{${name}-floor}`;
  const floor = await forkScript('floor/ipn-worker.js', {
    FLOOR_PREFIX: floorPrefix,
    FLOOR_SECRET: 'floor',
    FLOOR_CONCURRENCY: String(CONCURRENCY),
  });
  return {
    ours: ourLane(worker.pid ?? 0, some),
    floors: floorLane(floor.pid, mongoClient.db(), redis, floorPrefix, some),
    ports,
    make,
    async close() {
      worker.kill('SIGTERM');
      await Promise.all([once(worker, 'exit'), floor.stop()]);
      await mongoClient.db().dropDatabase();
      await deleteKeys(process.env.REDIS_URL ?? '', `{${name}}`);
      await deleteKeys(process.env.REDIS_URL ?? '', floorPrefix);
      await disconnectDatabase();
      redis.disconnect();
    },
  };
}
