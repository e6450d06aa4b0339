import type { CallbackReader } from '../connectors/callbacks.js';
import { Misconfigured, type Connector } from '../connectors/connector.js';
import type { DisputeConnector } from '../connectors/disputes.js';
import type { Gateway } from '../connectors/gateway.js';
import { GATEWAYS } from '../connectors/index.js';
import type { RefundConnector } from '../connectors/refunds.js';
import { refusingCalls } from '../connectors/refusing-calls.js';
import { timedCalls, type CallObserver } from '../connectors/timed.js';
import type { MethodName } from '../vocabulary.js';
import type { Account } from './account.model.js';
import { accountNamed } from './accounts.js';
import { noteAnswer, noteCall, noteNoAnswer } from './breaker.js';
import { countCall } from './call-figures.js';
import { credentialsIfReadable } from './credentials.js';

/** Connectors by account; one whose account has changed since is made anew. */
const made = new Map<string, { version: number; connector: Connector }>();

/** Whether an account names a gateway that this version does not know, which other processes may. */
export const isOfNewerVersion = ({ connector }: Pick<Account, 'connector'>): boolean => !GATEWAYS.has(connector);

/** Why nothing can be done with such an account here, for an operator. */
export const unknownGateway = ({ connector }: Pick<Account, 'connector'>): string =>
  `This version knows no gateway ${connector}`;

/** @throws when an account names a gateway that this version does not know */
export function gatewayOf({ connector }: Pick<Account, 'connector'>): Gateway {
  const gateway = GATEWAYS.get(connector);
  if (!gateway) throw new Error(`There is no connector "${connector}"`);
  return gateway;
}

/** Whether an answer says that somebody refused to pay. */
const isDecline = (result: unknown): boolean =>
  typeof result === 'object' &&
  result !== null &&
  'outcome' in result &&
  (result.outcome === 'declined' || result.outcome === 'refused');

const NOT_ANSWERED = { no: 'no_answer', refused: 'refused' } as const;

/** The figures hear of every call of an account. */
const figuresOf = (account: string): CallObserver => ({
  started: () => undefined,
  ended({ seconds, answered, result }) {
    if (answered === 'fault') return;
    countCall(
      account,
      answered === 'yes' ? (isDecline(result) ? 'declined' : 'answered') : NOT_ANSWERED[answered],
      seconds,
    );
  },
});

/**
 * The breaker hears of those that somebody waits for. Books are another service of a gateway, or need another permission:
 * how they are read says nothing of how payments are taken.
 */
function breakerAndFiguresOf(account: string): CallObserver {
  const figures = figuresOf(account);
  return {
    started: () => noteCall(account),
    ended(call) {
      figures.ended(call);
      if (call.answered === 'yes') noteAnswer(account);
      else if (call.answered !== 'fault') void noteNoAnswer(account); // refused credentials are as good as none
    },
  };
}

/** Accounts as they were read whose credentials have opened once: routing asks for every payment. */
const readable = new WeakSet<Account>();

const unreadable = ({ _id }: Account) =>
  new Misconfigured(`No MASTER_KEY opens the credentials of the account "${_id}"`);

/** Whether a master key opens an account's credentials. Nobody can ask its gateway anything while none does. */
export function areCredentialsReadable(account: Account): boolean {
  if (!readable.has(account) && credentialsIfReadable(account)) readable.add(account);
  return readable.has(account);
}

/** @throws {Misconfigured} when no master key opens an account's credentials */
export function requireReadable(account: Account): void {
  if (!areCredentialsReadable(account)) throw unreadable(account);
}

/**
 * What speaks to the gateway with an account's credentials. While no master key opens them it says what the gateway can do
 * all the same, and every call is Misconfigured: payments at the account wait, or another one takes them.
 */
export function connectorFor(account: Account): Connector {
  const { _id, version, mode, connector: gateway } = account;
  const known = made.get(_id);
  if (known?.version === version) return known.connector;
  const credentials = credentialsIfReadable(account);
  const connected = gatewayOf(account).connect({ account: _id, mode, credentials: credentials ?? {} });
  if (!credentials) return refusingCalls(connected, unreadable(account));
  const connector = timedCalls({ gateway, mode }, connected, breakerAndFiguresOf(_id), figuresOf(_id));
  made.set(_id, { version, connector });
  return connector;
}

/** By which part of a connector a method takes money. */
const TAKING = new Map<MethodName, 'card' | 'upi' | 'wallet' | 'debit'>([
  ['card', 'card'],
  ['upi', 'upi'],
  ['wallet', 'wallet'],
  ['sepa', 'debit'],
]);

/** Whether an account's gateway takes a method from it: with some credentials the sandbox does not take all that it has. */
export function canTake(account: Account, method: MethodName): boolean {
  const part = TAKING.get(method);
  return part === undefined || connectorFor(account)[part] !== undefined;
}

/** A part of what an account's gateway can do. @throws when it cannot: a fault of configuration */
export function connectorPart<P extends Exclude<keyof Connector, 'pages' | 'nameOf'>>(
  account: string,
  part: P,
): NonNullable<Connector[P]> {
  const found = connectorFor(accountNamed(account))[part];
  if (!found) throw new Error(`The gateway of account "${account}" has no "${part}"`);
  return found;
}

/** Where an account's gateway sends customers: the origins of its pages. */
export const pagesOf = (account: string): readonly string[] => connectorFor(accountNamed(account)).pages;

/** How an account's gateway gives money back; undefined when it cannot. */
export const refundsOf = (account: string): RefundConnector | undefined => connectorFor(accountNamed(account)).refunds;

/** How an account's gateway is understood when it calls; undefined when it never does. */
export const callbacksOf = (account: string): CallbackReader | undefined =>
  connectorFor(accountNamed(account)).callbacks;

/** How an account's gateway tells of disputes; undefined when it does not. */
export const disputesOf = (account: string): DisputeConnector | undefined =>
  connectorFor(accountNamed(account)).disputes;
