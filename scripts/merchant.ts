import { Command, Option } from 'commander';
import { connectDatabase, disconnectDatabase } from '../src/database.js';
import {
  createMerchant,
  rotatePublicKey,
  rotateSecret,
  setMerchantStatus,
  UnknownMerchant,
} from '../src/merchants/manage-merchants.js';
import { merchants } from '../src/merchants/merchant.model.js';
import { presentMerchant } from '../src/merchants/present-merchant.js';
import { readMerchantChoices } from '../src/merchants/read-merchant-choices.js';
import { ApiError } from '../src/errors.js';
import { redis } from '../src/redis.js';

const program = new Command('merchant').description('Merchants and their keys');

function print(result: object, json: boolean): void {
  if (json) return console.log(JSON.stringify(result));
  for (const row of Array.isArray(result) ? (result as object[]) : [result])
    console.log(
      Object.entries(row)
        .map(
          ([name, value]) => `${name.padEnd(18)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
        )
        .join('\n'),
      '\n',
    );
}

/** Connects, does it, prints what it gives, disconnects. */
async function run(command: Command, work: () => Promise<object>): Promise<void> {
  try {
    await connectDatabase();
    print(await work(), command.opts<{ json?: boolean }>().json === true);
  } catch (error) {
    if (!(error instanceof UnknownMerchant || error instanceof ApiError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  } finally {
    await disconnectDatabase();
    redis.disconnect();
  }
}

const json = () => new Option('--json', 'print JSON, for programs');
const list = (value: string) => value.split(',').map((part) => part.trim());
const parsed = (value: string): unknown => JSON.parse(value);

interface CreateOptions {
  name: string;
  mode: string;
  methods?: string[];
  threeDs?: string;
  lateMoney?: string;
  minimums?: unknown;
  fees?: unknown;
  accounts?: string[];
}

program
  .command('create')
  .description('Make a merchant; its keys are shown this once')
  .requiredOption('--name <name>', 'what customers know it by')
  .option('--mode <mode>', 'test or live', 'test')
  .option('--methods <list>', 'methods it may use, comma-separated; all by default', list)
  .option('--three-ds <policy>', 'required, risk_based or off')
  .option('--late-money <policy>', 'accept or review')
  .option('--minimums <json>', 'least amounts by currency, such as {"INR":100}', parsed)
  .option('--fees <json>', 'fee rules, such as [{"currency":"EUR","percent_bps":250,"fixed":0.3}]', parsed)
  .option('--accounts <list>', 'gateway accounts it may use, comma-separated; all by default', list)
  .addOption(json())
  .action(async (options: CreateOptions, command: Command) => {
    const { name, mode, methods, threeDs, lateMoney, minimums, fees, accounts } = options;
    const wanted = {
      name,
      mode,
      methods,
      three_ds_policy: threeDs,
      late_money_policy: lateMoney,
      minimums,
      fees,
      accounts,
    };
    await run(command, () => createMerchant(readMerchantChoices(JSON.parse(JSON.stringify(wanted)) as object)));
  });

program
  .command('list')
  .description('Every merchant, without keys')
  .addOption(json())
  .action((_options, command: Command) =>
    run(command, async () => (await merchants.find().toArray()).map(presentMerchant)),
  );

const actions = {
  'rotate-secret': {
    about: 'Make a new notification secret; the old one signs beside it for SECRET_GRACE',
    act: rotateSecret,
  },
  'rotate-key': { about: 'Make a new public key; the old one dies', act: rotatePublicKey },
  suspend: {
    about: 'Refuse new payments; status and notifications go on',
    act: async (id: string) => (await setMerchantStatus(id, 'suspended'), { id, status: 'suspended' }),
  },
  activate: {
    about: 'Take payments again',
    act: async (id: string) => (await setMerchantStatus(id, 'active'), { id, status: 'active' }),
  },
};

for (const [name, { about, act }] of Object.entries(actions))
  program
    .command(name)
    .description(about)
    .argument('<id>', 'mer_…')
    .addOption(json())
    .action((id: string, _options, command: Command) => run(command, () => act(id)));

await program.parseAsync();
