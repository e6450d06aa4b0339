import { InvalidArgumentError, Command } from 'commander';
import type { Size } from './everything.js';
import type { FloodOptions } from './flood/measure.js';
import type { GrowthOptions } from './growth/index.js';
import type { IpnBenchOptions } from './ipn/rounds.js';
import type { RefundsOptions } from './refunds.js';
import { positive } from '../positive.js';

const program = new Command('bench').description('Measures this machine').enablePositionalOptions();

function count(value: string): number {
  const number = Number(value);
  if (!Number.isInteger(number) || number < 1) throw new InvalidArgumentError('It is not a whole number above 0.');
  return number;
}

const counts = (value: string): number[] => value.split(',').map(count);

program
  .option('--rounds <number>', 'rounds of the floor and of Tollgate, in turn', count, 7)
  .option('--count <number>', 'payments of a round at saturation', count, 1200)
  .option('--seconds <number>', 'of a round at a fixed pace', positive, 4)
  .option('--brief', 'without what takes long however little is measured: recovery and counting')
  .option('--out <folder>', 'where results.json goes', '.local/bench')
  .action(async ({ out, ...size }: Size & { out: string }) =>
    (await import('./everything.js')).benchEverything(size, out),
  );

program
  .command('growth')
  .description('the same calls to databases of ten thousand, a hundred thousand and a million payments, in turn')
  .option('--sizes <numbers>', 'payments of each database, comma-separated', counts, [10_000, 100_000, 1_000_000])
  .option('--rounds <number>', 'rounds', count, 7)
  .option('--count <number>', 'calls of each kind in a round', count, 20)
  .option('--out <folder>', 'where growth.json goes', '.local/bench')
  .action(async ({ out, ...options }: GrowthOptions & { out: string }) =>
    (await import('./growth/index.js')).benchGrowth(options, out),
  );

program
  .command('scale')
  .description('card payments as fast as they go, by 1, 2 and 4 processes of each line')
  .option('--rounds <number>', 'rounds of each', count, 5)
  .option('--count <number>', 'payments of a round', count, 1200)
  .option('--redis <number>', 'masters of Redis: a cluster of its own when there is more than one', count, 1)
  .option('--out <folder>', 'where scale.json goes', '.local/bench')
  .action(async ({ out, ...options }: { rounds: number; count: number; redis: number; out: string }) =>
    (await import('./scale.js')).benchScale(options, out),
  );

program
  .command('flood')
  .description('more initiate calls than can be taken, each over a new connection, beside payments that are under way')
  .option('--seconds <number>', 'how long', positive, 60)
  .option('--times <number>', 'times the knee', positive, 3)
  .option('--pace <number>', 'calls a second, instead of times the knee', positive)
  .option('--count <number>', 'payments of a round at saturation', count, 1200)
  .option('--out <folder>', 'where flood.json goes', '.local/bench')
  .action(async ({ out, ...options }: FloodOptions & { out: string }) =>
    (await import('./flood/index.js')).benchFlood(options, out),
  );

program
  .command('report')
  .description('writes what benches have left in a folder into docs/performance.md and docs/operations.md, with plots')
  .argument('[folder]', 'where results.json is', '.local/bench')
  .action(async (folder: string) => (await import('./report/index.js')).report(folder));

program
  .command('card')
  .description('cards without a challenge, one at a time, beside the gateway alone; idle memory of each process')
  .option('--count <number>', 'payments', count, 300)
  .option('--gateway <name>', 'at its stand-in instead of the sandbox: stripe')
  .action(async ({ count, gateway }: { count: number; gateway?: string }) =>
    (await import('./card.js')).benchCard(count, gateway),
  );

program
  .command('upi')
  .description('UPI with and without its QR image, and what fifty at once do to a card payment')
  .option('--count <number>', 'payments', count, 200)
  .action(async ({ count }: { count: number }) => (await import('./upi.js')).benchUpi(count));

program
  .command('refunds')
  .description('whole refunds of card payments, each with its notification, at a fixed pace and as fast as they go')
  .option('--count <number>', 'refunds of each', count, 1500)
  .option('--pace <number>', 'refunds a second', positive, 100)
  .action(async (options: RefundsOptions) => (await import('./refunds.js')).benchRefunds(options));

program
  .command('ipn')
  .description('notifications, beside the least code that signs, posts and writes one update')
  .option('--count <number>', 'waiting deliveries in each round', count, 4000)
  .option('--rounds <number>', 'rounds of each, in turn', count, 7)
  .option('--seconds <number>', 'of deliveries at a steady pace', count, 60)
  .action(async (options: IpnBenchOptions) => (await import('./ipn/index.js')).benchIpn(options));

program
  .command('sweep')
  .description("the sweeper's pass while many payments wait")
  .option('--count <number>', 'payments', count, 100_000)
  .action(async ({ count }: { count: number }) => (await import('./sweep.js')).benchSweep(count));

try {
  await program.parseAsync();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
