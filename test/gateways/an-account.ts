import type { Account } from '../../src/gateways/account.model.js';
import { FIRST_ACCOUNTS } from '../../src/gateways/first-accounts.js';

/** An account like the sandbox's first one that no payment comes to unasked; `overrides` say what matters to the test. */
export function anAccount(overrides: Partial<Account> & Pick<Account, '_id'>): Account {
  const [first] = FIRST_ACCOUNTS;
  if (!first) throw new Error('There are first accounts');
  return { ...first, onRequest: true, changedAt: new Date(), ...overrides };
}
