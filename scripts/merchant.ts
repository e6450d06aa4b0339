import { actionsOf, addCommand, commandLine, parse } from './command-line.js';
import { json } from './json.js';
import type { CreateOptions, Days } from './merchant/actions.js';
import { verificationReport } from './merchant/verification-report.js';

const act = actionsOf(() => import('./merchant/actions.js'));

const program = commandLine('merchant', 'Merchants and their keys');

const list = (value: string) => value.split(',').map((part) => part.trim());

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
  .action(act(({ create }, options: CreateOptions) => create(options)));

addCommand(program, 'list', 'every merchant, without keys').action(act((merchant) => merchant.list()));

addCommand(program, 'reseal', 'seal every secret under the current master key, and say what is left of an earlier one')
  .option('--back', 'although MASTER_KEY has its keys the other way round than the last time')
  .action(act(({ reseal }, options: { back?: boolean }) => reseal(options)));

addCommand(program, 'rotate-secret', 'make a new notification secret; the old one signs beside it for SECRET_GRACE')
  .argument('<id>', 'mer_…')
  .action(act(({ rotateSecret }, id: string) => rotateSecret(id)));

addCommand(program, 'rotate-key', 'make a new public key; the old one dies')
  .argument('<id>', 'mer_…')
  .action(act(({ rotateKey }, id: string) => rotateKey(id)));

addCommand(program, 'suspend', 'refuse new payments; status and notifications go on')
  .argument('<id>', 'mer_…')
  .action(act(({ suspend }, id: string) => suspend(id)));

addCommand(program, 'activate', 'take payments again')
  .argument('<id>', 'mer_…')
  .action(act(({ activate }, id: string) => activate(id)));

addCommand(program, 'probe', 'send good and forged pings to an endpoint, and say what it lets through')
  .argument('<id>', 'mer_…')
  .requiredOption('--url <url>', 'where the merchant takes notifications')
  .action(act(({ probe }, id: string, { url }: { url: string }) => probe(id, url), verificationReport));

addCommand(program, 'evidence', 'what was sent about a payment, when, and what came back, as a signed JWS')
  .requiredOption('--trx <trx>', 'the payment')
  .action(
    act(
      ({ paymentEvidence }, { trx }: { trx: string }) => paymentEvidence(trx),
      ({ jws }) => jws,
    ),
  );

addCommand(program, 'settlement', 'what a merchant was paid, as CSV; with --json its totals alone')
  .argument('<id>', 'mer_…')
  .requiredOption('--from <day>', 'the first day, UTC, such as 2026-01-01')
  .requiredOption('--to <day>', 'the last day, UTC, included')
  .action(
    act(
      ({ settlement }, id: string, { json = false, ...days }: Days & { json?: boolean }) => settlement(id, days, json),
      () => '',
    ),
  );

await parse(program);
