import { localDirOf, readEnvironment } from '../../config/environment.js';
import { config } from '../../config/index.js';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { samplePayment, type FirstPayment } from './first-payment.js';

interface Welcome {
  urls: { api: string; console: string; sandbox: string };
  merchant: MerchantKeys;
  operator: { email: string; password: string };
  first: FirstPayment;
  receiverUrl: string;
}

/** A curl that works as printed, as often as it is pasted: every time under an identifier of its own. */
function curlOf({ urls, merchant, receiverUrl }: Welcome): string {
  const body = JSON.stringify(samplePayment(merchant.public_key, receiverUrl, 'IDENTIFIER'));
  return `curl -s ${urls.api}/h2h/initiate -H 'Content-Type: application/json' -d '${body.replace('IDENTIFIER', `order-'$(date +%s%N)'`)}'`;
}

/** With LOCAL_DIR when it is not the folder that is found without. */
function forAnotherTerminal(): string {
  const { LOCAL_DIR: _chosen, ...others } = process.env;
  const isFound = localDirOf(readEnvironment(others)) === config.localDir;
  return `eval "$(${isFound ? '' : `LOCAL_DIR='${config.localDir}' `}npm run --silent test-keys)"`;
}

/** What happened, where everything is, and what to try next. */
export function showWelcome(welcome: Welcome): void {
  const { urls, merchant, operator, first } = welcome;
  const { notifiedMs } = first;
  const notified = notifiedMs === null ? null : `verified after ${Math.round(notifiedMs)} ms`;
  process.stdout.write(`
A first payment went through API, queue, worker${notified ? ', gateway and notification' : ' and gateway'}:
  trx            ${first.trx}
  answered       ${first.status} after ${Math.round(first.answeredMs)} ms
  notification   ${notified ?? 'none can be sent to this machine'}

  API            ${urls.api}
  reference      ${urls.api}/docs
  console        ${urls.console}   ${operator.email}  ${operator.password}
  queues         ${urls.console}/queues
  sandbox        ${urls.sandbox}/ledger?reference=${first.trx}
  public_key     ${merchant.public_key}
  secret_key     ${merchant.secret_key}

Another payment, to copy${notified ? ' (its notification is verified and shown here)' : ''}:

${curlOf(welcome)}

URL and keys for another terminal, under the names of the guides:

${forAnotherTerminal()}

Ctrl-C stops everything.

`);
}
