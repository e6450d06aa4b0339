import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Certificate } from './certificate.js';
import { closeAtTheEnd } from './clean-up.js';
import { withRedis } from './redis-keys.js';

export const USER = 'tollgate';
/** With what a URL must escape. */
export const PASSWORD = `p@ss/${randomUUID()}`;
/** The same for a URL. */
export const ACCESS = `${USER}:${encodeURIComponent(PASSWORD)}`;

/** The binary of the Redis that all tests use, whichever it is. */
export async function redisBinary(): Promise<string> {
  const info = await withRedis((redis) => redis.info('server'));
  const path = /^executable:(\S+)/m.exec(info)?.[1];
  if (!path) throw new Error(`The Redis of the tests does not say what it is:\n${info}`);
  return path;
}

const tlsFlags = (port: number, { keyFile, certFile }: Certificate): string[] => [
  ...['--bind 127.0.0.1', '--port 0', `--tls-port ${port}`, `--tls-cert-file ${certFile}`, `--tls-key-file ${keyFile}`],
  ...[`--tls-ca-cert-file ${certFile}`, '--tls-auth-clients no', '--tls-replication yes'],
];

/** A server that takes TLS and credentials only, and keeps nothing. */
export const redisFlags = (port: number, certificate: Certificate): string[] => [
  ...tlsFlags(port, certificate),
  ...[`--dir ${certificate.folder}`, `--dbfilename ${port}.rdb`, "--save ''", '--repl-diskless-sync-delay 0'],
  `--user default off --user ${USER} on '>${PASSWORD}' '~*' '&*' +@all`,
  `--masteruser ${USER} --masterauth '${PASSWORD}'`,
];

interface Credentials {
  username?: string;
  password: string;
}

/** Whether a server is as it should be; one that does not answer yet is not. */
export const answers = async (redis: Redis, isSo: (redis: Redis) => Promise<boolean>): Promise<boolean> =>
  redis.status === 'ready' && isSo(redis);

/** A connection of a test's own to one of these servers. */
export function connectTo(
  port: number,
  { cert }: Certificate,
  credentials: Credentials = { username: USER, password: PASSWORD },
): Redis {
  const redis = new Redis({ host: '127.0.0.1', port, tls: { ca: cert }, retryStrategy: () => 50, ...credentials });
  redis.on('error', () => undefined); // it is not there at first, and the master is gone at last
  closeAtTheEnd(async () => redis.disconnect());
  return redis;
}
