import type { Charge, LedgerLine } from './charge.js';
import { openJournal } from './journal.js';

/** What the gateway knows, by idempotency key. Everything is on file before `save` returns. */
export interface Ledger {
  find(key: string): Charge | undefined;
  findByChallenge(token: string): Charge | undefined;
  /** The decisions that fell for one reference, in the order in which their keys first came. */
  list(reference: string): LedgerLine[];
  save(charge: Charge): void;
  close(): void;
}

/** An open challenge is no decision yet, and a closed key never came to one. */
function toLine(charge: Charge | undefined): LedgerLine[] {
  if (charge?.status !== 'charged' && charge?.status !== 'declined') return [];
  const { key, amount, currency, status, calls } = charge;
  return [{ idempotency_key: key, amount, currency, result: status, calls }];
}

/** Replays the file at `path`: its last line about a key is what holds. */
export function openLedger(path: string): Ledger {
  const charges = new Map<string, Charge>();
  const keysByToken = new Map<string, string>();
  const keysByReference = new Map<string, Set<string>>();

  function remember(charge: Charge): void {
    charges.set(charge.key, charge);
    if (charge.challenge) keysByToken.set(charge.challenge.token, charge.key);
    if (charge.status === 'closed') return;
    const keys = keysByReference.get(charge.reference);
    if (keys) keys.add(charge.key);
    else keysByReference.set(charge.reference, new Set([charge.key]));
  }

  const journal = openJournal<Charge>(path, remember);

  return {
    find: (key) => charges.get(key),
    findByChallenge(token) {
      const key = keysByToken.get(token);
      return key === undefined ? undefined : charges.get(key);
    },
    list: (reference) => [...(keysByReference.get(reference) ?? [])].flatMap((key) => toLine(charges.get(key))),
    save(charge) {
      journal.append(charge);
      remember(charge);
    },
    close: () => journal.close(),
  };
}
