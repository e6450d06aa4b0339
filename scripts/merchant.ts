import { pipeline } from 'node:stream/promises';
import { InvalidArgumentError, type Command } from 'commander';
import {
  activateMerchant,
  makeMerchant,
  probeMerchant,
  renewKey,
  renewSecret,
  resealSecrets,
  suspendMerchant,
} from '../src/console/merchants/merchant-actions.js';
import { paymentEvidence } from '../src/evidence/evidence.js';
import { closeCaller } from '../src/ipn/call/post.js';
import type { VerificationReport } from '../src/ipn/verify-endpoint.js';
import { findMerchant } from '../src/merchants/manage-merchants.js';
import { merchants } from '../src/merchants/merchant.model.js';
import { presentMerchant } from '../src/console/merchants/present-merchant.js';
import { requireWindow } from '../src/settlement/require-window.js';
import { settlementCsv, settlementTotals } from '../src/settlement/settlement-csv.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';
import { verificationReport } from './merchant/verification-report.js';

const program = commandLine('merchant', 'Merchants and their keys');

const list = (value: string) => value.split(',').map((part) => part.trim());

function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It is not JSON.');
  }
}

interface CreateOptions {
  name: string;
  mode: string;
  methods?: string[];
  threeDs?: string;
  lateMoney?: string;
  minimums?: unknown;
  fees?: unknown;
  accounts?: string[];
  privacyUrl?: string;
}

const inOurNames = ({ threeDs, lateMoney, privacyUrl, ...rest }: CreateOptions) => ({
  ...rest,
  three_ds_policy: threeDs ?? null,
  late_money_policy: lateMoney ?? null,
  privacy_url: privacyUrl ?? null,
});

addCommand(program, 'create', 'make a merchant; its keys are shown this once')
  .requiredOption('--name <name>', 'what customers know it by')
  .option('--mode <mode>', 'test or live', 'test')
  .option('--methods <list>', 'methods it may use, comma-separated; all by default', list)
  .option('--three-ds <policy>', 'required, risk_based or off')
  .option('--late-money <policy>', 'accept or review')
  .option('--minimums <json>', 'least amounts by currency, such as {"INR":100}', json)
  .option('--fees <json>', 'fee rules, such as [{"currency":"EUR","percent_bps":250,"fixed":0.3}]', json)
  .option('--accounts <list>', 'gateway accounts it may use, comma-separated; all by default', list)
  .option('--privacy-url <url>', 'its page about privacy, which the hosted page leads to; https')
  .action((options: CreateOptions & { json?: boolean }, command: Command) =>
    runCommand(command, () => makeMerchant(null, inOurNames(options))),
  );

addCommand(program, 'list', 'every merchant, without keys').action((_options, command: Command) =>
  runCommand(command, async () => (await merchants.find()).map(presentMerchant)),
);

addCommand(
  program,
  'reseal',
  'seal every secret under the current master key, and say what is left of an earlier one',
).action((_options, command: Command) => runCommand(command, () => resealSecrets(null)));

const suspend = async (id: string) => {
  const { status } = await suspendMerchant(null, id);
  return { id, status };
};

const activate = async (id: string) => {
  const { status } = await activateMerchant(null, id);
  return { id, status };
};

const onOne: [name: string, about: string, act: (id: string) => Promise<object>][] = [
  [
    'rotate-secret',
    'make a new notification secret; the old one signs beside it for SECRET_GRACE',
    (id) => renewSecret(null, id),
  ],
  ['rotate-key', 'make a new public key; the old one dies', (id) => renewKey(null, id)],
  ['suspend', 'refuse new payments; status and notifications go on', suspend],
  ['activate', 'take payments again', activate],
];

for (const [name, about, act] of onOne)
  addCommand(program, name, about)
    .argument('<id>', 'mer_…')
    .action((id: string, _options, command: Command) => runCommand(command, () => act(id)));

/** Exit code 1 unless everything was as it should be. */
async function probe(id: string, url: string): Promise<VerificationReport> {
  const report = await probeMerchant(null, id, url).finally(closeCaller);
  if (!report.sound) process.exitCode = 1;
  return report;
}

addCommand(program, 'probe', 'send good and forged pings to an endpoint, and say what it lets through')
  .argument('<id>', 'mer_…')
  .requiredOption('--url <url>', 'where the merchant takes notifications')
  .action((id: string, { url }: { url: string }, command: Command) =>
    runCommand(command, () => probe(id, url), verificationReport),
  );

addCommand(program, 'evidence', 'what was sent about a payment, when, and what came back, as a signed JWS')
  .requiredOption('--trx <trx>', 'the payment')
  .action(({ trx }: { trx: string }, command: Command) =>
    runCommand(
      command,
      () => paymentEvidence(trx),
      ({ jws }) => jws,
    ),
  );

interface Days {
  from: string;
  to: string;
}

/** As CSV on stdout while it is read, or only its totals. */
async function settlement(id: string, { from, to }: Days, json: boolean): Promise<object> {
  requireWindow({ from, to });
  const { _id: merchantId } = await findMerchant(id);
  const query = { merchantId, from, to };
  if (json) return { merchant_id: merchantId, from, to, totals: await settlementTotals(query) };
  await pipeline(settlementCsv(query), process.stdout, { end: false });
  return {};
}

addCommand(program, 'settlement', 'what a merchant was paid, as CSV; with --json its totals alone')
  .argument('<id>', 'mer_…')
  .requiredOption('--from <day>', 'the first day, UTC, such as 2026-01-01')
  .requiredOption('--to <day>', 'the last day, UTC, included')
  .action((id: string, { json = false, ...days }: Days & { json?: boolean }, command: Command) =>
    runCommand(
      command,
      () => settlement(id, days, json),
      () => '',
    ),
  );

await parse(program);
