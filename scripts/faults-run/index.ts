import '../../test/support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { Command } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askable } from '../bench/live-memory.js';
import { disconnectDatabase } from '../../src/database/client.js';
import { redis } from '../../src/redis/client.js';
import { closeAll } from '../../test/support/clean-up.js';
import { positive } from '../positive.js';
import { print } from '../../test/support/command.js';
import { report } from './report.js';
import { journeysFor, livesFor, planFor } from './plan.js';
import { measure } from './measure.js';
import { playKills, playSteps, type Play } from './play.js';
import { faultRun } from './run.js';
import { playSoak } from './soak.js';

interface Options {
  minutes: number;
  seed: number;
  every: number;
  together: number;
  kills?: number;
  soak?: true;
  measure?: true;
}

const options = new Command('faults')
  .description('Takes real processes and stores away under a stream of payments and checks that all came right')
  .option('--minutes <number>', 'how long faults strike', positive, 5)
  .option('--seed <number>', 'repeats the faults and orders of an earlier run', positive, Date.now() % 1_000_000)
  .option('--kills <number>', 'instead: kills workers and starts them again, so many times', positive)
  .option('--soak', 'instead: lets all be well for as long and watches the memory of each process')
  .option('--measure', 'instead: measures how fast it recovers')
  .option('--every <ms>', 'from one order to the next', positive, 150)
  .option('--together <number>', 'instead of one order: so many at one moment', positive, 1)
  .parse()
  .opts<Options>();

const { minutes, seed, every, together, kills } = options;

const folder = mkdtempSync(join(tmpdir(), 'faults-'));

function chosenPlay(): Play {
  if (options.soak) return playSoak(minutes * 60_000, folder);
  return kills === undefined ? playSteps(planFor(seed, minutes * 60_000)) : playKills(livesFor(seed, kills));
}

async function run(): Promise<boolean> {
  const what = kills === undefined ? `--minutes ${minutes}` : `--kills ${kills}`;
  print(
    `Seed ${seed}: repeat this run with ${options.soak ? '--soak ' : ''}${what} --seed ${seed} --every ${every} --together ${together}`,
  );
  const result = await faultRun({
    play: chosenPlay(),
    journeys: journeysFor(seed),
    pace: { together, everyMs: every },
    env: options.soak ? askable(folder) : {},
    quietWithinMs: 120_000,
    log: print,
  });
  report(result).forEach(print);
  return result.violations.length === 0;
}

try {
  const holds = options.measure ? await measure(print) : await run();
  if (!holds) process.exitCode = 1;
} finally {
  await closeAll();
  await disconnectDatabase();
  redis.disconnect();
  rmSync(folder, { recursive: true });
}
