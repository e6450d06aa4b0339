import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connectDatabase, disconnectDatabase, mongoClient } from '../../../src/database.js';
import type { DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { JOBS } from '../../../src/jobs.js';
import { createMerchant } from '../../../src/merchants/manage-merchants.js';
import { redis } from '../../../src/redis.js';
import { ROOT } from '../../../config/root.js';
import { floorLane } from '../floor/ipn-lane.js';
import { percentile } from '../figures.js';
import { usageOf } from '../process-figures.js';
import { forkScript, type AskedProcess } from '../asked-process.js';
import type { IpnBenchOptions } from './index.js';
import { event, ourLane, type Lane } from './lanes.js';
import { drain, pace, type Drained } from './measure.js';

const HOSTS = 10;
const HANGING = 2;
const CONCURRENCY = JOBS['ipn-delivery'].concurrency;

/** The Procfile's line, with what it prints thrown away where it was written. */
function startWorker() {
  const args = ['--max-semi-space-size=8', 'dist/workers/run.js', 'ipn-delivery'];
  return spawn(process.execPath, args, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Median of a figure over the rounds, with its range. */
function summary(rounds: Drained[], figure: (round: Drained) => number, digits: number): string {
  const values = rounds.map(figure);
  const shown = [percentile(values, 0.5), Math.min(...values), Math.max(...values)].map((value) =>
    value.toFixed(digits),
  );
  return `${shown[0]} (${shown[1]}-${shown[2]})`;
}

function printDrain(results: Map<Lane, Drained[]>, count: number): void {
  console.log(
    `\n| ${count} waiting deliveries | a second | worker's CPU ms each | lost | doubles |\n|---|---|---|---|---|`,
  );
  for (const [{ name }, rounds] of results) {
    const sum = (figure: (round: Drained) => number) => rounds.reduce((total, round) => total + figure(round), 0);
    console.log(
      `| ${name} | ${summary(rounds, (round) => round.perSecond, 0)} | ${summary(rounds, (round) => round.cpuEach, 2)} | ${sum((round) => round.lost)} | ${sum((round) => round.doubles)} |`,
    );
  }
}

/** Everything that `npm run bench -- ipn` prints. */
export async function benchRounds(receiver: AskedProcess, name: string, options: IpnBenchOptions): Promise<void> {
  await connectDatabase();
  const ports = await receiver.ask<number[]>({ hosts: HOSTS });
  const merchants = await Promise.all(ports.map(() => createMerchant({ name: 'Bench', mode: 'test' })));
  let turn = 0;
  const make = (at?: Date): DeliveryRecord => {
    turn = (turn + 1) % HOSTS;
    return event(merchants[turn] ?? { id: '' }, ports[turn] ?? 0, at);
  };
  const some = (count: number) => Array.from({ length: count }, () => make());
  const worker = startWorker();
  const floorPrefix = `{${name}-floor}`;
  const floor = await forkScript(
    'floor/ipn-worker.js',
    { FLOOR_PREFIX: floorPrefix, FLOOR_SECRET: 'floor', FLOOR_CONCURRENCY: String(CONCURRENCY) },
    { isReady: true },
  );
  const ours = ourLane(worker.pid ?? 0, some);
  const floors = floorLane(floor.pid, mongoClient.db(), redis, floorPrefix, some);
  try {
    for (const lane of [floors, ours]) await drain(lane, receiver, options.count); // warm
    const results = new Map<Lane, Drained[]>([floors, ours].map((lane) => [lane, []]));
    const rss = usageOf(ours.pid).rss;
    for (let round = 0; round < options.rounds; round++)
      for (const [lane, rounds] of results) rounds.push(await drain(lane, receiver, options.count));
    printDrain(results, options.count);
    console.log(`\nworker's RSS before / after: ${rss} / ${usageOf(ours.pid).rss} MB`);

    console.log(`\n| event to receiver, ms | p50 | p95 |\n|---|---|---|`);
    const speeds = { perSecond: 200, seconds: options.seconds };
    for (const lane of [floors, ours]) {
      const { p50, p95 } = await pace(lane, receiver, speeds, make);
      console.log(`| ${lane.name}, 200 a second | ${p50} | ${p95} |`);
    }
    await receiver.ask({ hang: HANGING });
    const silent = new Set(ports.slice(0, HANGING).map((port) => `127.0.0.1:${port}`));
    const { p50, p95 } = await pace(ours, receiver, speeds, make, ({ host }) => !silent.has(host));
    console.log(`| Tollgate, ${(HANGING / HOSTS) * 100} % of the hosts hanging, the others | ${p50} | ${p95} |`);
  } finally {
    worker.kill('SIGTERM');
    await Promise.all([once(worker, 'exit'), floor.stop()]);
    await mongoClient.db().dropDatabase();
    await disconnectDatabase();
    redis.disconnect();
  }
}
