import { isOneContract } from '../connectors/gateway.js';
import type { GatewayLedger } from '../connectors/ledger.js';
import type { Account } from './account.model.js';
import { DAY_MS } from '../time.js';
import { allAccounts } from './accounts.js';
import { connectorFor, gatewayOf, isOfNewerVersion, requireReadable } from './connectors.js';

/** How long the books of an account are compared after it was closed: until its last day has been. */
const AFTER_CLOSING_MS = 3 * DAY_MS;

/** What moved money at one gateway, as it writes it down, with the accounts whose money that is. */
export interface Books {
  name: string;
  accounts: readonly string[];
  ledger: GatewayLedger;
}

const booksNameOf = (account: Account): string => (isOneContract(gatewayOf(account)) ? account.connector : account._id);

const isCompared = ({ status, changedAt }: Account): boolean =>
  status !== 'closed' || changedAt.getTime() + AFTER_CLOSING_MS > Date.now();

/** The accounts of gateways that this version knows, by the names of their books. */
function accountsByBooks(): Map<string, Account[]> {
  const byName = new Map<string, Account[]>();
  for (const account of allAccounts()) {
    if (isOfNewerVersion(account)) continue;
    const name = booksNameOf(account);
    const others = byName.get(name);
    if (others) others.push(account);
    else byName.set(name, [account]);
  }
  return byName;
}

/** Read with the first of their accounts; undefined when there is none, or the gateway shows none. */
function readBooks(name: string, accounts: readonly Account[]): Books | undefined {
  const reader = accounts.find(isCompared);
  if (!reader) return undefined;
  requireReadable(reader);
  const { ledger } = connectorFor(reader);
  return ledger && { name, accounts: accounts.map(({ _id }) => _id), ledger };
}

/** The names of all books there are: ids of accounts, or of gateways whose accounts share theirs. */
export function booksInUse(): string[] {
  const inUse = [...accountsByBooks()].filter(([, accounts]) => accounts.some(isCompared));
  return inUse.map(([name]) => name);
}

/**
 * The books of this name; undefined when there are none, or the gateway shows none.
 * @throws when the account cannot be connected: no master key opens its credentials, or it is live beside a stand-in
 */
export const booksNamed = (name: string): Books | undefined => readBooks(name, accountsByBooks().get(name) ?? []);
