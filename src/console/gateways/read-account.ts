import type { Gateway } from '../../connectors/gateway.js';
import { hasStandIn } from '../../connectors/http/base-url.js';
import { GATEWAYS } from '../../connectors/index.js';
import { validationError, type FieldError } from '../../errors.js';
import type { Account, AccountMethod } from '../../gateways/account.model.js';
import { gatewayOf } from '../../gateways/connectors.js';
import { sealCredentials } from '../../gateways/credentials.js';
import type { AccountChoices } from '../../gateways/manage-accounts.js';
import { toMinor } from '../../money/amounts.js';
import { validateForOperator } from '../../validation/validate.js';
import type { Mode } from '../../vocabulary.js';
import { accountChangeSchema, accountSchema, type WrittenAccount, type WrittenMethod } from './account-schema.js';
import { credentialFaults } from './read-credentials.js';

const inMinor = (amounts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(amounts).map(([code, amount]) => [code, Number(toMinor(amount, code))]));

const inOurUnits = ({ minimums, maximums, ...method }: WrittenMethod): AccountMethod => ({
  ...method,
  ...(minimums && { minimums: inMinor(minimums) }),
  ...(maximums && { maximums: inMinor(maximums) }),
});

const fault = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** Methods and currencies that the gateway has not, and what a method needs beside it. */
function methodFaults(gateway: Gateway, { methods = [] }: Pick<Account, 'methods'> | { methods?: AccountMethod[] }) {
  return methods.flatMap(({ method, currencies, wallets = [], minimums = {}, maximums = {} }, at): FieldError[] => {
    const known = gateway.methods.find((one) => one.method === method);
    const field = `methods.${at}`;
    if (!known) {
      const names = gateway.methods.map((one) => one.method).join(', ');
      return [fault(`${field}.method`, 'unsupported', `${field}.method must be one of ${names} at ${gateway.title}`)];
    }
    const foreign = currencies.filter((code) => !known.currencies.includes(code));
    const others = wallets.filter((wallet) => known.wallets && !known.wallets.includes(wallet));
    const crossed = Object.entries(minimums).filter(([code, least]) => least > (maximums[code] ?? Infinity));
    return [
      ...foreign.map((code) =>
        fault(`${field}.currencies`, 'unsupported_currency', `${gateway.title} takes no ${code} by ${method}`),
      ),
      ...others.map((wallet) => fault(`${field}.wallets`, 'unsupported', `${gateway.title} has no ${wallet}`)),
      ...crossed.map(([code]) =>
        fault(`${field}.maximums.${code}`, 'too_small', `${field}.maximums.${code} must not be below the minimum`),
      ),
    ];
  });
}

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
  if (mode === 'test' || !hasStandIn(connector)) return [];
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
 * What an operator chose for a new account, in our own units, its credentials sealed.
 * @throws {ApiError} validation_error with every fault
 */
export function readAccountChoices(body: object): AccountChoices {
  const { id, connector, mode, methods: written, credentials = {}, ...rest } = validateForOperator(accountSchema, body);
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
    ...methodFaults(gateway, choices),
    ...creditorFault(choices),
    ...credentialFaults(gateway, mode, credentials, []),
  ]);
  return { ...choices, _id: id, connector, mode, credentials: sealCredentials(id, credentials) };
}

/** What is to change of an account, in our own units: only what was sent, each of it as a whole. */
export function readAccountChanges(account: Account, body: object): Partial<Account> {
  const { methods: written, credentials, ...rest } = validateForOperator(accountChangeSchema, body);
  const gateway = GATEWAYS.get(account.connector) ?? gatewayOf(account);
  const changes = { ...(written && { methods: written.map(inOurUnits) }), ...inOurNames(rest) };
  refuseFaults([
    ...methodFaults(gateway, changes),
    ...creditorFault({ ...account, ...changes }),
    ...(credentials ? credentialFaults(gateway, account.mode, credentials, Object.keys(account.credentials)) : []),
  ]);
  const sealed = credentials && {
    credentials: { ...account.credentials, ...sealCredentials(account._id, credentials) },
  };
  const all = { ...changes, ...sealed };
  if (Object.keys(all).length > 0) return all;
  const message = 'at least one of methods, three_ds, creditor, credentials, priority, on_request is required';
  throw validationError([fault('credentials', 'required', message)]);
}
