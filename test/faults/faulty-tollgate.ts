import { startMongoProxy, type MongoProxy } from '../support/mongo-proxy.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { startTollgate, type Tollgate, type TollgateOptions } from '../support/tollgate.js';

/** A Tollgate whose stores can be taken away from it, and from nobody else. */
export interface FaultyTollgate {
  tollgate: Tollgate;
  mongodb: MongoProxy;
  redis: TcpProxy;
}

export const PROCESSES = ['web', 'payments', 'ipn', 'sandbox'];

let started: Promise<FaultyTollgate> | undefined;

/** A Tollgate with a proxy before each of its stores. */
export async function startFaulty(options: TollgateOptions): Promise<FaultyTollgate> {
  // The root hook has seen to it that both are there.
  const { MONGODB_URI = '', REDIS_URL = '' } = process.env;
  const mongodb = await startMongoProxy(MONGODB_URI);
  const redis = await startTcpProxy(REDIS_URL);
  const stores = { MONGODB_URI: mongodb.through(MONGODB_URI), REDIS_URL: redis.through(REDIS_URL) };
  const tollgate = await startTollgate({ ...options, env: { ...stores, ...options.env } });
  return { tollgate, mongodb, redis };
}

const start = (): Promise<FaultyTollgate> =>
  startFaulty({
    processes: PROCESSES,
    env: { RATE_LIMITS: 'on', LOG_LEVEL: 'debug', CARD_ANSWER_WAIT: '3', GATEWAY_TIMEOUT: '2', IPN_TIMEOUT: '5' },
  });

/** One for all specs of this folder, which repair it after each test: starting takes longer than most of them. */
export const faultyTollgate = (): Promise<FaultyTollgate> => (started ??= start());

/** Everything works again, whatever a test did or left undone. */
export async function repair({ tollgate, mongodb, redis }: FaultyTollgate): Promise<void> {
  mongodb.onOperation = () => undefined;
  await Promise.all([mongodb.restore(), redis.restore()]);
  const pids = tollgate.pids();
  for (const name of PROCESSES) {
    if (pids[name] === undefined) await tollgate.start(name);
    else await tollgate.kill(name, 'SIGCONT');
  }
  await tollgate.faults({ mode: 'none' });
}

/** What a process prints from now on. */
export function newLogs(tollgate: Tollgate, name: string): () => string {
  const from = tollgate.logs(name).length;
  return () => tollgate.logs(name).slice(from);
}
