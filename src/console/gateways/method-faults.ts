import type { Gateway } from '../../connectors/gateway.js';
import type { FieldError } from '../../errors.js';
import type { AccountMethod } from '../../gateways/account.model.js';

export const fault = (field: string, code: string, message: string): FieldError => ({ field, code, message });

/** What is wrong with one method: what the gateway has not, and bounds that would bind nothing. */
function methodFault(gateway: Gateway, given: AccountMethod, field: string): FieldError[] {
  const { method, currencies, wallets = [], minimums = {}, maximums = {} } = given;
  const known = gateway.methods.find((one) => one.method === method);
  if (!known) {
    const names = gateway.methods.map((one) => one.method).join(', ');
    return [fault(`${field}.method`, 'unsupported', `${field}.method must be one of ${names} at ${gateway.title}`)];
  }
  const foreign = currencies.filter((code) => !known.currencies.includes(code));
  const unbound = Object.entries({ minimums, maximums }).flatMap(([which, amounts]) =>
    Object.keys(amounts)
      .filter((code) => !currencies.includes(code))
      .map((code) => `${field}.${which}.${code}`),
  );
  const crossed = Object.entries(minimums).filter(([code, least]) => least > (maximums[code] ?? Infinity));
  const others = wallets.filter((wallet) => known.wallets && !known.wallets.includes(wallet));
  return [
    ...foreign.map((code) =>
      fault(`${field}.currencies`, 'unsupported_currency', `${gateway.title} takes no ${code} by ${method}`),
    ),
    ...unbound.map((name) => fault(name, 'unsupported_currency', `${name} must be of a currency of its method`)),
    ...crossed.map(([code]) =>
      fault(`${field}.maximums.${code}`, 'too_small', `${field}.maximums.${code} must not be below the minimum`),
    ),
    ...others.map((wallet) => fault(`${field}.wallets`, 'unsupported', `${gateway.title} has no ${wallet}`)),
    ...(method !== 'wallet' && wallets.length > 0
      ? [fault(`${field}.wallets`, 'unsupported', `${field}.wallets are of the method wallet alone`)]
      : []),
  ];
}

/** What is wrong with the methods of an account at a gateway. */
export const methodFaults = (gateway: Gateway, methods: AccountMethod[] = []): FieldError[] =>
  methods.flatMap((method, at) => methodFault(gateway, method, `methods.${at}`));
