import { isKeyedHash, keyedHash } from '../crypto/keyed.js';
import { dashed } from '../crypto/uuid.js';

const TOKEN = /^([0-9a-f]{32})([1-9]\d{0,5})-([\w-]{43})$/;

const proven = (trx: string, attempt: number) => `${trx}|${attempt}`;

/** Names an attempt in the URL to which the customer is sent back. Nobody can make one without the master key. */
export const returnToken = (trx: string, attempt: number): string =>
  `${trx.replaceAll('-', '')}${attempt}-${keyedHash('return-token', proven(trx, attempt))}`;

/** The attempt that a token names, or null for a token that is not ours. */
export function readReturnToken(token: string): { trx: string; attempt: number } | null {
  const [, hex, no, mac] = TOKEN.exec(token) ?? [];
  if (!hex || !no || !mac) return null;
  const trx = dashed(hex);
  const attempt = Number(no);
  return isKeyedHash(mac, 'return-token', proven(trx, attempt)) ? { trx, attempt } : null;
}
