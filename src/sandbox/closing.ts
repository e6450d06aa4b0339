import { closeCharge } from './charging.js';
import type { Ledger } from './ledger.js';

const LATER = 500; // ms

/** The keys that are about to be closed. A restart forgets them, and whoever wants one closed asks for it again. */
const closing = new Set<string>();

export const isClosing = (key: string): boolean => closing.has(key);

/** Closes a key after a while, in which a charge may still come. @returns false when nothing is left to be closed */
export function closeLater(ledger: Ledger, key: string): boolean {
  const known = ledger.find(key);
  if (known && known.status !== 'challenge_required') return false;
  if (closing.has(key)) return true;
  closing.add(key);
  setTimeout(() => {
    closing.delete(key);
    closeCharge(ledger, key);
  }, LATER).unref();
  return true;
}
