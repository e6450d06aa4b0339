import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import type { Certificate } from './certificate.js';
import { ChildProcesses } from './child-processes.js';
import { closeAtTheEnd } from './clean-up.js';
import { withRedis } from './redis-keys.js';
import { freePort } from './sandbox.js';

const USER = 'tollgate';
/** With what a URL must escape. */
const PASSWORD = `p@ss/${randomUUID()}`;
const SENTINEL_PASSWORD = randomUUID();
const MASTER = 'tollgate-queue';

export interface GuardedRedis {
  /** The settings that lead to it by way of the Sentinel. */
  env: Record<'REDIS_URL' | 'REDIS_CA_FILE' | 'REDIS_SENTINELS' | 'REDIS_SENTINEL_PASSWORD', string>;
  /** What REDIS_URL is without a Sentinel. */
  masterUrl: string;
  killMaster: () => Promise<void>;
  /** A connection to the server that began as a replica. */
  replica: Redis;
  replicaPort: number;
  /** Where the master is, as the Sentinel says. */
  masterPort: () => Promise<number>;
}

/** The binary of the Redis that all tests use, whichever it is. */
async function redisBinary(): Promise<string> {
  const info = await withRedis((redis) => redis.info('server'));
  const path = /^executable:(\S+)/m.exec(info)?.[1];
  if (!path) throw new Error(`The Redis of the tests does not say what it is:\n${info}`);
  return path;
}

const tlsFlags = (port: number, { keyFile, certFile }: Certificate): string[] => [
  ...['--bind 127.0.0.1', '--port 0', `--tls-port ${port}`, `--tls-cert-file ${certFile}`, `--tls-key-file ${keyFile}`],
  ...[`--tls-ca-cert-file ${certFile}`, '--tls-auth-clients no', '--tls-replication yes'],
];

const redisFlags = (port: number, certificate: Certificate): string[] => [
  ...tlsFlags(port, certificate),
  ...[`--dir ${certificate.folder}`, `--dbfilename ${port}.rdb`, "--save ''", '--repl-diskless-sync-delay 0'],
  `--user default off --user ${USER} on '>${PASSWORD}' '~*' '&*' +@all`,
  `--masteruser ${USER} --masterauth '${PASSWORD}'`,
];

const sentinelFile = (port: number, masterPort: number, { keyFile, certFile, folder }: Certificate): string => `
bind 127.0.0.1
port 0
tls-port ${port}
tls-cert-file ${certFile}
tls-key-file ${keyFile}
tls-ca-cert-file ${certFile}
tls-auth-clients no
tls-replication yes
dir ${folder}
requirepass ${SENTINEL_PASSWORD}
sentinel monitor ${MASTER} 127.0.0.1 ${masterPort} 1
sentinel auth-user ${MASTER} ${USER}
sentinel auth-pass ${MASTER} ${PASSWORD}
sentinel down-after-milliseconds ${MASTER} 300
sentinel failover-timeout ${MASTER} 2000
`;

interface Credentials {
  username?: string;
  password: string;
}

/** Whether a server is as it should be; one that does not answer yet is not. */
const answers = async (redis: Redis, isSo: (redis: Redis) => Promise<boolean>): Promise<boolean> =>
  redis.status === 'ready' && isSo(redis);

function connectTo(port: number, { cert }: Certificate, credentials: Credentials): Redis {
  const redis = new Redis({ host: '127.0.0.1', port, tls: { ca: cert }, retryStrategy: () => 50, ...credentials });
  redis.on('error', () => undefined); // it is not there at first, and the master is gone at last
  closeAtTheEnd(async () => redis.disconnect());
  return redis;
}

/** Starts a master, its replica and a Sentinel, which take TLS and credentials only. */
export async function startGuardedRedis(certificate: Certificate): Promise<GuardedRedis> {
  const binary = await redisBinary();
  const [masterPort, replicaPort, sentinelPort] = [await freePort(), await freePort(), await freePort()];
  const configFile = join(certificate.folder, 'sentinel.conf');
  await writeFile(configFile, sentinelFile(sentinelPort, masterPort, certificate));
  const user = { username: USER, password: PASSWORD };
  const [master, replica] = [connectTo(masterPort, certificate, user), connectTo(replicaPort, certificate, user)];
  const sentinel = connectTo(sentinelPort, certificate, { password: SENTINEL_PASSWORD });
  const masterAddress = async () =>
    (await sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER)) as [string, string];
  const knowsReplica = async () => ((await sentinel.call('SENTINEL', 'REPLICAS', MASTER)) as unknown[]).length === 1;

  const processes = new ChildProcesses([
    {
      name: 'master',
      command: [binary, ...redisFlags(masterPort, certificate)].join(' '),
      env: process.env,
      isHealthy: () => answers(master, async () => true),
    },
    {
      name: 'replica',
      command: [binary, ...redisFlags(replicaPort, certificate), `--replicaof 127.0.0.1 ${masterPort}`].join(' '),
      env: process.env,
      isHealthy: () => answers(replica, async () => (await replica.info()).includes('master_link_status:up')),
    },
    {
      name: 'sentinel',
      command: `${binary} ${configFile} --sentinel`,
      env: process.env,
      isHealthy: () => answers(sentinel, knowsReplica),
    },
  ]);
  closeAtTheEnd(() => processes.killAll());
  for (const name of ['master', 'replica', 'sentinel']) await processes.start(name);
  const access = `${USER}:${encodeURIComponent(PASSWORD)}`;
  return {
    env: {
      REDIS_URL: `rediss://${access}@${MASTER}/0`,
      REDIS_CA_FILE: certificate.certFile,
      REDIS_SENTINELS: `127.0.0.1:${sentinelPort}`,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    masterUrl: `rediss://${access}@127.0.0.1:${masterPort}/0`,
    killMaster: async () => void (await processes.kill('master', 'SIGKILL')),
    replica,
    replicaPort,
    masterPort: async () => Number((await masterAddress())[1]),
  };
}
