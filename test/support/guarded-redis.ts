import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Redis } from 'ioredis';
import type { Certificate } from './certificate.js';
import { ChildProcesses } from './child-processes.js';
import { closeAtTheEnd } from './clean-up.js';
import { ACCESS, answers, connectTo, PASSWORD, redisBinary, redisFlags, USER } from './redis-servers.js';
import { freePort } from '../../scripts/development/free-port.js';

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
sentinel down-after-milliseconds ${MASTER} 1500
sentinel failover-timeout ${MASTER} 2000
`;

/** Starts a master, its replica and a Sentinel, which take TLS and credentials only. */
export async function startGuardedRedis(certificate: Certificate): Promise<GuardedRedis> {
  const binary = await redisBinary();
  const [masterPort, replicaPort, sentinelPort] = [await freePort(), await freePort(), await freePort()];
  const configFile = join(certificate.folder, 'sentinel.conf');
  await writeFile(configFile, sentinelFile(sentinelPort, masterPort, certificate));
  const [master, replica] = [connectTo(masterPort, certificate), connectTo(replicaPort, certificate)];
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
  return {
    env: {
      REDIS_URL: `rediss://${ACCESS}@${MASTER}/0`,
      REDIS_CA_FILE: certificate.certFile,
      REDIS_SENTINELS: `127.0.0.1:${sentinelPort}`,
      REDIS_SENTINEL_PASSWORD: SENTINEL_PASSWORD,
    },
    masterUrl: `rediss://${ACCESS}@127.0.0.1:${masterPort}/0`,
    killMaster: async () => void (await processes.kill('master', 'SIGKILL')),
    replica,
    replicaPort,
    masterPort: async () => Number((await masterAddress())[1]),
  };
}
