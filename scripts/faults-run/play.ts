import { setTimeout as pause } from 'node:timers/promises';
import type { FaultyTollgate } from '../../test/faults/faulty-tollgate.js';
import { FAULTS, STORES, type FaultKind } from './faults.js';
import type { Step } from './plan.js';

export type Log = (line: string) => void;

/** What happens to a Tollgate while orders come in; all is well again when it resolves. */
export type Play = (faulty: FaultyTollgate, log: Log) => Promise<void>;

/** What a process wants when it starts is well before it. */
const storesFirst = ({ target: a }: FaultKind, { target: b }: FaultKind): number =>
  Number(STORES.includes(b)) - Number(STORES.includes(a));

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** One step after the other. @param kinds all that the steps name */
export const playSteps =
  (steps: Step[], kinds: Record<string, FaultKind> = FAULTS): Play =>
  async (faulty, log) => {
    const kindOf = (name: string): FaultKind => {
      const kind = kinds[name];
      if (!kind) throw new Error(`There is no fault "${name}"`);
      return kind;
    };
    const begun = Date.now();
    for (const { faults, lastsMs, calmMs } of steps) {
      log(`${seconds(Date.now() - begun)}: ${faults.join(' and ')}, for ${seconds(lastsMs)}`);
      const struck = faults.map(kindOf).sort(storesFirst);
      const heal = await Promise.all(struck.map(({ strike }) => strike(faulty)));
      await pause(lastsMs);
      for (const makeWell of heal) await makeWell();
      await pause(calmMs);
    }
  };

const TRIES = 5;

/** As a dyno manager does: a process that ends because a busy machine's database was too slow for it is started again. */
async function startAgain({ tollgate }: FaultyTollgate, name: string, log: Log): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      return await tollgate.start(name);
    } catch (error) {
      if (left === 0) throw error;
      log(`${name} did not start: ${String(error).split('\n', 1)[0]}`);
      await tollgate.kill(name, 'SIGKILL').catch(() => undefined); // it may still be about to start
    }
  }
}

/** Workers that are killed again and again. */
const KILLED = ['payments', 'payments-2', 'ipn', 'ipn-2'];
const TOLD_EVERY = 50;

/**
 * Kills a worker and starts it again, once for each life; all four at the same time.
 * @param lives milliseconds from the moment that a process is healthy until it is killed
 */
export const playKills =
  (lives: number[]): Play =>
  async (faulty, log) => {
    const { tollgate } = faulty;
    const begun = Date.now();
    let killed = 0;
    const left = [...lives];
    await Promise.all(
      KILLED.map(async (name) => {
        for (let life = left.shift(); life !== undefined; life = left.shift()) {
          await pause(life);
          await tollgate.kill(name, 'SIGKILL');
          await startAgain(faulty, name, log);
          killed += 1;
          if (killed % TOLD_EVERY === 0 || killed === lives.length)
            log(`${seconds(Date.now() - begun)}: ${killed} workers killed and started again`);
        }
      }),
    );
  };
