import { isOneContract } from '../connectors/gateway.js';
import { GATEWAYS } from '../connectors/index.js';
import type { GatewayLedger } from '../connectors/ledger.js';
import type { Account } from './account.model.js';
import { allAccounts } from './accounts.js';
import { connectorFor, gatewayOf } from './connectors.js';

/** How long the books of an account are compared after it was closed: until its last day has been. */
const AFTER_CLOSING_MS = 3 * 86_400_000;

/** What moved money at one gateway, as it writes it down, with the accounts whose money that is. */
export interface Books {
  name: string;
  accounts: readonly string[];
  ledger: GatewayLedger;
}

const booksNameOf = (account: Account): string => (isOneContract(gatewayOf(account)) ? account.connector : account._id);

/** The accounts of gateways that this version knows, with the names of their books. */
const known = () =>
  allAccounts()
    .filter(({ connector }) => GATEWAYS.has(connector))
    .map((account) => ({ account, name: booksNameOf(account) }));

const isCompared = ({ status, changedAt }: Account): boolean =>
  status !== 'closed' || changedAt.getTime() + AFTER_CLOSING_MS > Date.now();

/** The names of all books: the id of an account, or of a gateway whose accounts share them. */
export const booksInUse = (): string[] => [
  ...new Set(known().flatMap(({ account, name }) => (isCompared(account) ? name : []))),
];

/** The books of this name, read with their first account; undefined when there are none, or the gateway shows none. */
export function booksNamed(name: string): Books | undefined {
  const accounts = known().flatMap(({ account, name: of }) => (of === name ? account : []));
  const reader = accounts.find(isCompared);
  const ledger = reader && connectorFor(reader).ledger;
  return ledger && { name, accounts: accounts.map(({ _id }) => _id), ledger };
}
