import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../development/free-port.js';
import { startBench, type Bench } from './measures/bench.js';
import { saturate, type SaturationRound } from './measures/saturation.js';
import { show, summarize } from './report/summary.js';
import { startRedisCluster } from './redis-cluster.js';
import { storeUris, type StoreUris } from './stores.js';

/** What `npm run bench -- scale` has measured: rounds by how many processes of each line there were. */
export interface Scale {
  processes: number;
  rounds: SaturationRound[];
}

const LINES = ['payments', 'ipn'];
const STEPS = [1, 2, 4];

const cpuOf = ({ cpu }: SaturationRound): number => Object.values(cpu).reduce((sum, part) => sum + part, 0);

/** Lua scripts a payment, of all servers or of each. */
const scriptsOf = (rounds: SaturationRound[]): string =>
  (rounds[0]?.scripts ?? [])
    .map((_, server) => summarize(rounds.map(({ scripts }) => scripts[server] ?? 0)).median.toFixed(1))
    .join(' + ');

/** The table in Markdown. */
export function scaleTable(scale: Scale[]): string {
  const rows = scale.map(({ processes, rounds }) => {
    const of = (figure: (round: SaturationRound) => number, digits: number) =>
      show(summarize(rounds.map(figure)), digits);
    return `| ${processes} | ${of(({ perSecond }) => perSecond, 0)} | ${of(cpuOf, 2)} | ${of(({ p99 }) => p99, 0)} | ${scriptsOf(rounds)} |`;
  });
  const head =
    '| processes of each line | card payments a second | CPU ms a payment | p99 ms, 64 at once | Redis scripts a payment, by node |';
  return [head, '|---|---|---|---|---|', ...rows].join('\n');
}

/** How much is measured, and over how many masters of Redis: 1, or a cluster. */
interface ScaleSize {
  rounds: number;
  count: number;
  redis: number;
}

/** More processes of each line, step by step. */
async function measure(bench: Bench, { rounds, count }: ScaleSize): Promise<Scale[]> {
  const { tollgate } = bench;
  const urls = [`http://127.0.0.1:${tollgate.env.PORT}`];
  const scale: Scale[] = [];
  for (const processes of STEPS) {
    while (urls.length < processes) {
      const port = String(await freePort());
      await Promise.all([tollgate.start('web', { PORT: port }), ...LINES.map((line) => tollgate.start(line))]);
      urls.push(`http://127.0.0.1:${port}`);
    }
    const { card } = tollgate.targetsOver(urls);
    await saturate(bench, tollgate, count, card); // warm
    const measured = [];
    for (let round = 0; round < rounds; round++) measured.push(await saturate(bench, tollgate, count, card));
    scale.push({ processes, rounds: measured });
  }
  return scale;
}

async function measureOver(uris: StoreUris, ours: StoreUris, size: ScaleSize): Promise<Scale[]> {
  const bench = await startBench(uris, ours);
  try {
    return await measure(bench, size);
  } finally {
    await bench.stop();
  }
}

/** Card payments as fast as they go, by 1, 2 and 4 processes of `web`, `payments` and `ipn` each. */
export async function benchScale(size: ScaleSize, folder: string): Promise<void> {
  const uris = storeUris();
  const cluster = size.redis > 1 ? await startRedisCluster(size.redis, uris.REDIS_URL) : undefined;
  const scale = await measureOver(uris, { ...uris, ...cluster?.env }, size).finally(() => cluster?.stop());
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'scale.json'), JSON.stringify(scale));
  console.log(`\n${scaleTable(scale)}\n`);
}
