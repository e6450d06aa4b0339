import { freePort } from '../../development/free-port.js';
import type { CommonFault } from '../../../test/gateways/faults.js';
import type { Moved } from '../../../test/gateways/played.js';
import { answersOk, ask } from '../../../test/support/ask.js';
import { ChildProcesses } from '../../../test/support/child-processes.js';
import { closeAtTheEnd } from '../../../test/support/clean-up.js';
import type { Addresses } from './gateway.js';

/** A gateway that is played in a process of its own. */
export interface StandIn {
  name: string;
  /** Where its calls go. */
  url: string;
  /** What it lets an account in by: some of it may be made anew each time. */
  credentials: Record<string, string>;
  /** Sends news there from now on. */
  hook: (callbacks: string) => Promise<unknown>;
  /** Spoils a part of all calls until it is told otherwise; without a fault all is well. */
  strike: (fault?: CommonFault, share?: number) => Promise<unknown>;
  /** Stops it where it stands, or lets it go on. */
  signal: (signal: 'SIGSTOP' | 'SIGCONT') => Promise<unknown>;
  /** What has moved by its own books, and how many news nobody has taken yet. */
  moved: () => Promise<Moved & { untold: number }>;
}

/** The gateways that are played in a run. */
export interface StandIns {
  all: StandIn[];
  addresses: Addresses;
  /** The settings by which calls go to them. */
  env: Record<string, string>;
}

async function order(control: string, path: string, body?: object): Promise<object> {
  const answer = await ask(`${control}${path}`, body ? { method: 'PUT', body } : { method: 'GET' });
  if (answer.status !== 200) throw new Error(`The stand-in does not obey ${path}: ${answer.text}`);
  return answer.body;
}

/** Starts them. They end with all tests, or with the run. @param names of gateways/index.ts */
export async function startStandIns(names: string[]): Promise<StandIns> {
  const ports = await Promise.all(names.map(async (name) => [name, await freePort()] as const));
  const controls = new Map(ports.map(([name, port]) => [name, `http://127.0.0.1:${port}`]));
  const processes = new ChildProcesses(
    ports.map(([name, port]) => ({
      name,
      command: `node --import tsx scripts/faults-run/gateways/stand-in-process.ts ${name}`,
      env: { ...process.env, CONTROL_PORT: String(port) },
      isHealthy: () => answersOk(`${controls.get(name)}/`),
    })),
  );
  closeAtTheEnd(() => processes.killAll());
  const start = async (name: string): Promise<StandIn> => {
    const control = controls.get(name) ?? '';
    await processes.start(name);
    // stand-in-process.ts answers, as below
    const { url, credentials } = (await order(control, '/')) as Pick<StandIn, 'url' | 'credentials'>;
    return {
      name,
      url,
      credentials,
      hook: (callbacks) => order(control, '/hook', { callbacks }),
      strike: (fault, share) => order(control, '/fault', { fault, share }),
      signal: (signal) => processes.kill(name, signal),
      moved: async () => (await order(control, '/moved')) as Moved & { untold: number },
    };
  };
  const all = await Promise.all(names.map(start));
  return {
    all,
    addresses: Object.fromEntries(all.map(({ name, url }) => [name, url])),
    env: Object.fromEntries(all.map(({ name, url }) => [`GATEWAY_URL_${name.toUpperCase()}`, url])),
  };
}
