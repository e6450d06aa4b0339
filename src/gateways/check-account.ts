import { found } from '../connectors/findings.js';
import type { Finding } from '../connectors/gateway.js';
import { isKeptBack, standInSetting } from '../connectors/http/base-url.js';
import type { Account } from './account.model.js';
import { noteAnswer } from './breaker.js';
import { gatewayOf, isOfNewerVersion, unknownGateway } from './connectors.js';
import { credentialsIfReadable } from './credentials.js';
import { readAccount } from './manage-accounts.js';
import { seenFindings } from './seen.js';

/** Whether an account can be used, by harmless calls to its gateway. */
export interface AccountCheck {
  ok: boolean;
  findings: Finding[];
}

/** What the gateway says, or why it is not asked at all. One that is content is no longer left alone for silence. */
async function gatewayFindings(account: Account): Promise<Finding[]> {
  const { _id, mode, connector, methods } = account;
  if (isKeptBack(connector, mode)) {
    const setting = standInSetting(connector);
    return [found('mode', false, `A live account is not used while ${setting} names a stand-in: unset it`)];
  }
  const credentials = credentialsIfReadable(account);
  if (!credentials) {
    const text = 'MASTER_KEY does not open them: add the key that they were sealed under, or replace them';
    return [found('credentials', false, text)];
  }
  const findings = await gatewayOf(account).check({ account: _id, mode, credentials }, methods);
  if (findings.every(({ ok }) => ok)) noteAnswer(_id);
  return findings;
}

/** @throws {ApiError} account_not_found */
export async function checkAccount(id: string): Promise<AccountCheck> {
  const account = await readAccount(id);
  if (isOfNewerVersion(account)) return { ok: false, findings: [found('connector', false, unknownGateway(account))] };
  const findings = [...(await gatewayFindings(account)), ...(await seenFindings(account))];
  return { ok: findings.every(({ ok }) => ok), findings };
}
