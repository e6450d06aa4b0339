import '../../test/support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { Command, InvalidArgumentError } from 'commander';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { askable } from '../bench/live-memory.js';
import { disconnectDatabase } from '../../src/database/client.js';
import { redis } from '../../src/redis/client.js';
import { closeAll } from '../../test/support/clean-up.js';
import { positive } from '../positive.js';
import { print } from '../../test/support/command.js';
import { FAULTS } from './faults.js';
import { gatewayFaults } from './gateways/faults.js';
import { GATEWAYS, gatewayNamed } from './gateways/index.js';
import { startStandIns, type StandIns } from './gateways/stand-ins.js';
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
  flood?: number;
  gateways: string[];
  kills?: number;
  soak?: true;
  measure?: true;
}

/** "stripe,cashfree" → their names, of those that can be played. */
function names(value: string): string[] {
  const chosen = value.split(',');
  if (chosen.every((name) => Object.hasOwn(GATEWAYS, name))) return chosen;
  throw new InvalidArgumentError(`Those that can be played are: ${Object.keys(GATEWAYS).join(', ')}.`);
}

const options = new Command('faults')
  .description('Takes real processes and stores away under a stream of payments and checks that all came right')
  .option('--minutes <number>', 'how long faults strike', positive, 5)
  .option('--seed <number>', 'repeats the faults and orders of an earlier run', positive, Date.now() % 1_000_000)
  .option('--gateways <names>', 'plays these, and asks their accounts before those of the sandbox', names, [])
  .option('--kills <number>', 'instead: kills workers and starts them again, so many times', positive)
  .option('--soak', 'instead: lets all be well for as long and watches the memory of each process')
  .option('--measure', 'instead: measures how fast it recovers')
  .option('--every <ms>', 'from one order to the next', positive, 150)
  .option('--flood <number>', 'beside these: so many cards a second, each over a connection of its own', positive)
  .option('--together <number>', 'instead of one order: so many at one moment', positive, 1)
  .parse()
  .opts<Options>();

const { minutes, seed, every, together, flood, gateways, kills } = options;

const folder = mkdtempSync(join(tmpdir(), 'faults-'));

function chosenPlay(standIns: StandIns): Play {
  if (options.soak) return playSoak(minutes * 60_000, folder);
  if (kills !== undefined) return playKills(livesFor(seed, kills));
  const faults = { ...FAULTS, ...gatewayFaults(standIns) };
  return playSteps(planFor(seed, minutes * 60_000, faults), faults);
}

function howToRepeat(): string {
  const what = kills === undefined ? `--minutes ${minutes}` : `--kills ${kills}`;
  const at = gateways.length > 0 ? ` --gateways ${gateways.join(',')}` : '';
  const beside = flood === undefined ? '' : ` --flood ${flood}`;
  return `${options.soak ? '--soak ' : ''}${what} --seed ${seed} --every ${every} --together ${together}${beside}${at}`;
}

async function run(): Promise<boolean> {
  print(`Seed ${seed}: repeat this run with ${howToRepeat()}`);
  const standIns = await startStandIns(gateways);
  const leftOut = gateways.flatMap((name) => gatewayNamed(name).leavesOut ?? []);
  const result = await faultRun({
    play: chosenPlay(standIns),
    journeys: journeysFor(seed, leftOut),
    pace: { together, everyMs: every },
    ...(flood !== undefined && { flood: { perSecond: flood, seconds: minutes * 60 } }),
    standIns,
    env: options.soak ? askable(folder) : {},
    quietWithinMs: 720_000, // a direct debit is asked about after half a minute, a minute after that, and ten after that
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
// Node.js 20 may turn for ever in closing the sockets of processes that were killed, when it is left to end by itself.
process.exit();
