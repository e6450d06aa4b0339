import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT } from '../../config/root.js';
import { closeAtTheEnd } from '../support/clean-up.js';
import { startGatewayProxy, type GatewayProxy } from '../support/gateway-proxy.js';
import { STORE_WAITS } from '../support/instance.js';
import { startMongoProxy, type MongoProxy } from '../support/mongo-proxy.js';
import { startTcpProxy, type TcpProxy } from '../support/tcp-proxy.js';
import { startTollgate, type Tollgate, type TollgateOptions } from '../support/tollgate.js';

/** What is wrong inside a process; see faults-inside.mjs. */
interface Wrong {
  /** How far its clock is ahead. */
  clockMs: number;
  /** Whether it finds names. */
  dns: boolean;
}

/** A Tollgate whose stores and gateway can be taken away from it, and from nobody else. */
export interface FaultyTollgate {
  tollgate: Tollgate;
  mongodb: MongoProxy;
  redis: TcpProxy;
  gateway: GatewayProxy;
  /** Lets something go wrong inside a process. */
  goWrong: (name: string, wrong: Wrong) => Promise<void>;
}

const FAULTS_INSIDE = pathToFileURL(join(ROOT, 'test/support/faults-inside.mjs')).href;

export const PROCESSES = ['web', 'payments', 'ipn', 'sandbox'];

let started: Promise<FaultyTollgate> | undefined;

/** A Tollgate with a proxy before each of its stores and its gateway. */
export async function startFaulty(options: TollgateOptions): Promise<FaultyTollgate> {
  // The root hook has seen to it that both are there.
  const { MONGODB_URI = '', REDIS_URL = '' } = process.env;
  const mongodb = await startMongoProxy(MONGODB_URI);
  const redis = await startTcpProxy(REDIS_URL);
  const gateway = await startGatewayProxy();
  const folder = mkdtempSync(join(tmpdir(), 'faults-inside-'));
  closeAtTheEnd(async () => rmSync(folder, { recursive: true }));
  const env = {
    MONGODB_URI: mongodb.through(MONGODB_URI),
    REDIS_URL: redis.through(REDIS_URL),
    SANDBOX_API_URL: gateway.url,
    ...STORE_WAITS,
    NODE_OPTIONS: `--import=${FAULTS_INSIDE}`,
    FAULTS_INSIDE: folder,
  };
  const tollgate = await startTollgate({ ...options, env: { ...env, ...options.env } });
  gateway.target = tollgate.urls.sandboxApi;
  async function goWrong(name: string, wrong: Wrong): Promise<void> {
    writeFileSync(join(folder, String(tollgate.pids()[name])), JSON.stringify(wrong));
    await tollgate.kill(name, 'SIGUSR2');
  }
  return { tollgate, mongodb, redis, gateway, goWrong };
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
