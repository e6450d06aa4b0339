import type { KeyObject } from 'node:crypto';
import type { CommonFault } from '../faults.js';
import type { Answer } from './orders.js';
import { BADLY_PADDED, seal, wellPadded, type BadPadding } from './seal.js';
import { pairOfKeys } from './world.js';

/** How a call is spoiled, beside what can happen to any stand-in's. */
export type Fault = CommonFault | '401' | 'signed by another' | 'signed for another text' | BadPadding;

function isBadPadding(name: string | undefined): name is BadPadding {
  return name !== undefined && Object.hasOwn(BADLY_PADDED, name);
}

/** Of answers that are sealed. */
export const FORGERIES: readonly Fault[] = [
  'signed by another',
  'signed for another text',
  ...Object.keys(BADLY_PADDED).filter(isBadPadding),
];

const STRANGER = pairOfKeys();

/** An answer that only the merchant can read, or one of the forms in which it cannot. */
export function sealedAnswer(
  { status, body }: Answer,
  { own, merchant }: { own: KeyObject; merchant: KeyObject },
  fault: Fault | undefined,
): Answer {
  if (status !== 200) return { status, body };
  const from = fault === 'signed by another' ? STRANGER.privateKey : own;
  const envelope = seal(body, merchant, from, isBadPadding(fault) ? BADLY_PADDED[fault] : wellPadded);
  if (fault !== 'signed for another text') return { status, body: envelope };
  const { signature } = seal({ ...body, challenge: 'other' }, merchant, own);
  return { status, body: { ...envelope, signature } };
}
