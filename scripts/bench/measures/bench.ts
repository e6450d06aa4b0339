import { MongoClient, type Db } from 'mongodb';
import { forkScript, type AskedProcess } from '../asked-process.js';
import { startFloor } from '../lanes/floor.js';
import type { ByLane, Lane } from '../lanes/lane.js';
import { startTollgate, type TollgateLane } from '../lanes/tollgate.js';
import type { Load, Question } from '../load/generator.js';
import { usageOf } from '../process-figures.js';
import { openStores, type StoreFigures, type StoreUris, type Stores } from '../stores.js';

const MERCHANTS = 10;

/** Both lanes over the same stores, with one load generator and one receiver, each in a process of its own. */
export interface Bench {
  tollgate: TollgateLane;
  lanes: ByLane<Lane>;
  stores: Stores;
  /** Where both lanes keep their payments. */
  database: Db;
  /** The merchants' end. */
  receiver: AskedProcess;
  load: (question: Question) => Promise<Load>;
  stop: () => Promise<void>;
}

/**
 * Starts everything, and takes it all away again if something does not start.
 * @param ours what Tollgate runs on when it is not what the floor runs on
 */
export async function startBench(uris: StoreUris, ours = uris): Promise<Bench> {
  const stops: (() => Promise<void> | void)[] = [];
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each();
  };
  try {
    const receiver = await forkScript('load/receiver.js');
    stops.push(() => receiver.stop());
    const ports = await receiver.ask<number[]>({ hosts: MERCHANTS });
    const receivers = ports.map((port) => `http://127.0.0.1:${port}/ipn`);
    const stores = openStores(ours);
    stops.push(() => stores.close());
    const tollgate = await startTollgate(receivers, ours);
    stops.push(() => tollgate.stop());
    const floor = await startFloor(tollgate, receivers, uris.REDIS_URL);
    stops.push(() => floor.stop());
    const client = await new MongoClient(tollgate.env.MONGODB_URI ?? '').connect();
    stops.push(() => client.close());
    const generator = await forkScript('load/generator.js');
    stops.push(() => generator.stop());
    return {
      tollgate,
      lanes: { floor, Tollgate: tollgate },
      stores,
      database: client.db(),
      receiver,
      load: (question) => generator.ask(question),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Sums over processes of a lane, and over the stores: CPU in ms, by group. */
export async function costsOf(lane: Lane, stores: Stores): Promise<StoreFigures> {
  const processes = Object.entries(lane.pids()).map(
    ([name, pids]) => [name, pids.reduce((sum, pid) => sum + usageOf(pid).cpu, 0)] as const,
  );
  const { cpu, scripts } = await stores.figures();
  return { cpu: { ...Object.fromEntries(processes), ...cpu }, scripts };
}
