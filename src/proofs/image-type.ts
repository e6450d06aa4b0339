import type { ImageType } from '../payments/proof.js';

/** Enough of a file to know its kind by. */
export const SIGNATURE_BYTES = 12;

/** What each kind begins with. The sender's word does not count: HTML that is called a PNG is still HTML. */
const SIGNATURES: Record<ImageType, (start: string) => boolean> = {
  'image/png': (start) => start.startsWith('\x89PNG\r\n\x1a\n'),
  'image/jpeg': (start) => start.startsWith('\xff\xd8\xff'),
  'image/webp': (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8),
  'image/gif': (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a'),
};

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
const TYPES = Object.keys(SIGNATURES) as ImageType[];

/** The kind of image that these bytes are, by their first bytes; null for anything else. */
export function imageTypeOf(bytes: Buffer): ImageType | null {
  const start = bytes.toString('latin1', 0, SIGNATURE_BYTES);
  return TYPES.find((type) => SIGNATURES[type](start)) ?? null;
}
