import { InvalidArgumentError } from 'commander';
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import {
  alterAccount,
  closeAccount,
  examineAccount,
  makeAccount,
  pauseAccount,
  resumeAccount,
  seeAccount,
} from '../../src/console/gateways/account-actions.js';
import { presentAccount } from '../../src/console/gateways/present-account.js';
import { explainForMerchant } from '../../src/console/gateways/route.calls.js';
import { GATEWAYS } from '../../src/connectors/index.js';
import { validationError } from '../../src/errors.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { storeFirstAccounts } from '../../src/gateways/accounts.js';
import { readBreakers } from '../../src/gateways/breaker.js';
import { parseCredentials, strayLine } from './credentials-file.js';

export { listGateways } from '../../src/console/gateways/gateways.calls.js';

const unreadable = (from: string, why: string) =>
  validationError([{ field: 'credentials', code: 'unreadable', message: `${from} cannot be read: ${why}` }]);

async function contentOf(from: string): Promise<string> {
  try {
    return await (from === '-' ? text(process.stdin) : readFile(from, 'utf8'));
  } catch (error) {
    throw unreadable(from, error instanceof Error ? error.message : 'unknown');
  }
}

/** @throws {ApiError} validation_error when the file cannot be read, or holds something else */
async function readCredentials(from: string): Promise<Record<string, string>> {
  const content = await contentOf(from);
  const stray = strayLine(content);
  if (stray !== undefined) throw unreadable(from, `line ${stray} is not NAME=VALUE`); // what it is may be a secret
  return parseCredentials(content);
}

export interface AddOptions {
  id: string;
  connector: string;
  mode: string;
  methods?: unknown;
  priority?: number;
  onRequest?: boolean;
  threeDs: boolean;
  creditorName?: string;
  creditorIdentifier?: string;
  credentials?: string;
}

/** Misuse, as with any other option that takes one of a few words; which they are only the gateways know. */
function requireConnector(name: string): void {
  if (!GATEWAYS.has(name))
    throw new InvalidArgumentError(`--connector must be one of ${[...GATEWAYS.keys()].join(', ')}`);
}

export async function add(options: AddOptions) {
  const { id, connector, mode, methods, priority, onRequest, threeDs, creditorName, creditorIdentifier } = options;
  requireConnector(connector);
  await storeFirstAccounts(); // whose ids are taken
  const hasCreditor = creditorName !== undefined || creditorIdentifier !== undefined;
  return makeAccount(null, {
    id,
    connector,
    mode,
    three_ds: threeDs,
    ...(methods !== undefined && { methods }),
    ...(priority !== undefined && { priority }),
    ...(onRequest && { on_request: true }),
    ...(hasCreditor && { creditor: { name: creditorName ?? null, identifier: creditorIdentifier ?? null } }),
    ...(options.credentials !== undefined && { credentials: await readCredentials(options.credentials) }),
  });
}

export async function list() {
  await storeFirstAccounts();
  return (await gatewayAccounts.find().sort({ priority: 1, _id: 1 })).map(presentAccount);
}

/** Before the first start, too: one may want an account of then to take nothing from the beginning. */
const ofAnyAccount =
  <T>(act: (actor: null, id: string) => Promise<T>) =>
  async (id: string): Promise<T> => {
    await storeFirstAccounts();
    return act(null, id);
  };

/** Exit code 1 unless the account can be used. */
export const check = ofAnyAccount(async (actor, id) => {
  await readBreakers(); // one that answers is no longer left alone
  const found = await examineAccount(actor, id);
  if (!found.ok) process.exitCode = 1;
  return found;
});

export const pause = ofAnyAccount(pauseAccount);

export const resume = ofAnyAccount(resumeAccount);

export const close = ofAnyAccount(closeAccount);

export async function seen(id: string, connector: string) {
  requireConnector(connector);
  return seeAccount(null, id, connector);
}

export const replaceCredentials = async (id: string, from: string) =>
  alterAccount(null, id, { credentials: await readCredentials(from) });

export async function route(query: Record<string, string>) {
  await readBreakers();
  return explainForMerchant({ query });
}
