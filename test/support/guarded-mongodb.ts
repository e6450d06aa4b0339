import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { mongoClient } from '../../src/database/client.js';
import type { Certificate } from './certificate.js';
import { ChildProcesses } from './child-processes.js';
import { closeAtTheEnd } from './clean-up.js';
import { freePort } from '../../scripts/development/free-port.js';

const USER = 'tollgate';
const PASSWORD = `p@ss/${randomUUID()}`;

export interface GuardedMongodb {
  uri: string;
  /** Whether it asks for a user and a password; a server that is not ours to start again cannot be made to. */
  asksForPassword: boolean;
}

/** The command line of the FerretDB that all tests use; null when they use another server. */
async function ferretdbCommand(port: string): Promise<string[] | null> {
  for (const pid of await readdir('/proc').catch(() => [])) {
    const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (line.includes('ferretdb') && line.includes(`\0--listen-addr=127.0.0.1:${port}\0`)) return line.split('\0');
  }
  return null;
}

/** A second FerretDB over the same PostgreSQL, which takes TLS and SCRAM credentials only. */
async function startFerretdb(command: string[], { folder, keyFile, certFile }: Certificate): Promise<number> {
  const [port, stateDir] = [await freePort(), join(folder, 'ferretdb')];
  await mkdir(stateDir);
  const ours = command.filter((word) => word !== '' && !/^--(no-auth$|listen-addr|state-dir)/.test(word));
  const flags = ['--auth', '--listen-addr=', `--listen-tls=127.0.0.1:${port}`, `--state-dir=${stateDir}`];
  const files = [`--listen-tls-cert-file=${certFile}`, `--listen-tls-key-file=${keyFile}`];
  const isHealthy = async () => {
    const socket = createConnection(port, '127.0.0.1');
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    return isThere;
  };
  const line = [...ours, ...flags, ...files].map((word) => `'${word}'`).join(' ');
  const processes = new ChildProcesses([{ name: 'ferretdb', command: line, env: process.env, isHealthy }]);
  closeAtTheEnd(() => processes.killAll());
  await processes.start('ferretdb');
  await mongoClient.db().command({
    createUser: USER,
    pwd: PASSWORD,
    roles: ['readWriteAnyDatabase', 'clusterAdmin'].map((role) => ({ role, db: 'admin' })),
  });
  closeAtTheEnd(async () => void (await mongoClient.db().command({ dropUser: USER })));
  return port;
}

/** TLS in front of a server that has none. */
async function startTerminator(target: URL, { key, cert }: Certificate): Promise<number> {
  const port = await freePort();
  const server = createServer({ key, cert }, (client) => {
    const upstream = createConnection(Number(target.port), target.hostname);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  }).listen(port, '127.0.0.1');
  await once(server, 'listening');
  closeAtTheEnd(async () => void server.close());
  return port;
}

/** The tests' MongoDB by way of TLS, and where it can be, of credentials. */
export async function startGuardedMongodb(certificate: Certificate): Promise<GuardedMongodb> {
  const uri = new URL(process.env.MONGODB_URI ?? '');
  const command = await ferretdbCommand(uri.port);
  uri.port = String(await (command ? startFerretdb(command, certificate) : startTerminator(uri, certificate)));
  if (command) [uri.username, uri.password] = [USER, encodeURIComponent(PASSWORD)];
  uri.searchParams.set('tls', 'true');
  uri.searchParams.set('tlsCAFile', certificate.certFile);
  return { uri: uri.href, asksForPassword: command !== null };
}
