import type { Gateway } from '../../connectors/gateway.js';
import { isKeptBack } from '../../connectors/http/base-url.js';
import { GATEWAYS } from '../../connectors/index.js';
import { validationError, type FieldError } from '../../errors.js';
import type { Account, AccountMethod } from '../../gateways/account.model.js';
import { gatewayOf, isOfNewerVersion, unknownGateway } from '../../gateways/connectors.js';
import { sealCredentials } from '../../gateways/credentials.js';
import type { AccountChoices } from '../../gateways/manage-accounts.js';
import { check, contextFor, validateForOperator } from '../../validation/validate.js';
import { MODES, type Mode } from '../../vocabulary.js';
import { inMinor } from '../api/amounts.js';
import { accountChangeSchema, accountSchema, type WrittenAccount, type WrittenMethod } from './account-schema.js';
import { fault, methodFaults } from './method-faults.js';
import { credentialFaults } from './read-credentials.js';

const inOurUnits = ({ minimums, maximums, ...method }: WrittenMethod): AccountMethod => ({
  ...method,
  ...(minimums && { minimums: inMinor(minimums) }),
  ...(maximums && { maximums: inMinor(maximums) }),
});

/** All that a gateway has; no direct debits without a creditor. */
const everyMethod = (gateway: Gateway, { creditor }: Pick<WrittenAccount, 'creditor'>): AccountMethod[] =>
  gateway.methods
    .filter(({ method }) => method !== 'sepa' || creditor)
    .map(({ method, currencies, wallets }) => ({
      method,
      currencies: [...currencies],
      ...(wallets && { wallets: [...wallets] }),
    }));

const creditorFault = ({ methods, creditor }: Pick<Account, 'methods' | 'creditor'>): FieldError[] =>
  methods.some(({ method }) => method === 'sepa') && !creditor
    ? [fault('creditor', 'required', 'creditor is required: SEPA mandates name it')]
    : [];

function modeFault(gateway: Gateway, mode: Mode, connector: string): FieldError[] {
  if (!gateway.modes.includes(mode))
    return [fault('mode', 'unsupported', `mode must be ${gateway.modes.join(' or ')}: ${gateway.title} has no other`)];
  if (!isKeptBack(connector, mode)) return [];
  return [fault('mode', 'unsupported', `mode must be test while GATEWAY_URL_* names a stand-in for ${gateway.title}`)];
}

function inOurNames({ three_ds, creditor, priority, on_request }: Partial<WrittenAccount>) {
  return {
    ...(three_ds !== undefined && { threeDs: three_ds }),
    ...(creditor && { creditor }),
    ...(priority !== undefined && { priority }),
    ...(on_request !== undefined && { onRequest: on_request }),
  };
}

function refuseFaults(faults: FieldError[]): void {
  if (faults.length > 0) throw validationError(faults);
}

/**
 * What is wrong with the credentials of a body that has other faults, too, so that all are said at once; nothing where
 * those faults leave it open which credentials it needs.
 */
function credentialFaultsIn(body: Partial<Record<keyof WrittenAccount, unknown>>): FieldError[] {
  const { connector, mode, credentials } = body;
  const gateway = typeof connector === 'string' ? GATEWAYS.get(connector) : undefined;
  const ofMode = MODES.find((known) => known === mode);
  const given = credentials ?? {};
  if (!gateway || !ofMode || typeof given !== 'object' || Array.isArray(given)) return [];
  return credentialFaults(gateway, ofMode, Object.fromEntries(Object.entries(given)), []);
}

/**
 * What an operator chose for a new account, in our own units, its credentials sealed.
 * @throws {ApiError} validation_error with every fault
 */
export function readAccountChoices(body: object): AccountChoices {
  const { value, errors } = check(accountSchema, body, contextFor({ mode: 'test' }));
  if (errors) throw validationError([...errors, ...credentialFaultsIn(body)]);
  const { id, connector, mode, methods: written, credentials = {}, ...rest } = value;
  const gateway = gatewayOf({ connector });
  const choices = {
    threeDs: true,
    priority: 100,
    onRequest: false,
    methods: written?.map(inOurUnits) ?? everyMethod(gateway, rest),
    ...inOurNames(rest),
  };
  refuseFaults([
    ...modeFault(gateway, mode, connector),
    ...methodFaults(gateway, choices.methods),
    ...creditorFault(choices),
    ...credentialFaults(gateway, mode, credentials, []),
  ]);
  return { ...choices, _id: id, connector, mode, credentials: sealCredentials(id, credentials) };
}

/** None at all would be "replaced" by none, without a word. */
function newCredentialFaults(gateway: Gateway, account: Account, given: Record<string, string>): FieldError[] {
  if (Object.keys(given).length === 0) return [fault('credentials', 'required', 'credentials must name at least one')];
  return credentialFaults(gateway, account.mode, given, Object.keys(account.credentials));
}

/** What is to change of an account, in our own units: only what was sent, each of it as a whole. */
export function readAccountChanges(account: Account, body: object): Partial<Account> {
  const { methods: written, credentials, ...rest } = validateForOperator(accountChangeSchema, body);
  if (isOfNewerVersion(account)) throw validationError([fault('connector', 'unsupported', unknownGateway(account))]);
  const gateway = gatewayOf(account);
  const changes = { ...(written && { methods: written.map(inOurUnits) }), ...inOurNames(rest) };
  refuseFaults([
    ...methodFaults(gateway, changes.methods),
    ...creditorFault({ ...account, ...changes }),
    ...(credentials ? newCredentialFaults(gateway, account, credentials) : []),
  ]);
  const sealed = credentials && {
    credentials: { ...account.credentials, ...sealCredentials(account._id, credentials) },
  };
  const all = { ...changes, ...sealed };
  if (Object.keys(all).length > 0) return all;
  const message = 'at least one of methods, three_ds, creditor, credentials, priority, on_request is required';
  throw validationError([fault('credentials', 'required', message)]);
}
