import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Above our own defaults (3000 to 13002), and below 32768, where the ports begin that Linux gives to outgoing connections:
 * one of those may be gone a moment later. Who starts several processes that draw ports gives each a range, since none
 * knows what another has given away.
 */
const [LEAST = 14_000, MOST = 30_000] = process.env.FREE_PORTS?.split('-').map(Number) ?? [];

/** Those that this process has given away: who was given one may not listen yet. */
const given = new Set<number>();

export async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port);
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** A port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  const port = randomInt(LEAST, MOST);
  if (given.has(port)) return freePort();
  given.add(port);
  return (await isFree(port)) ? port : freePort();
}

/** Keeps a port that was chosen in another way from being given to somebody else. */
export const reservePort = (port: number): void => void given.add(port);

/** @throws a clear line that names the setting, when somebody has the port */
export async function requireFreePort(port: number, setting: string): Promise<void> {
  if (!(await isFree(port)))
    throw new Error(`Port ${port} is taken: stop what listens there, or set ${setting} to another port`);
  reservePort(port);
}
