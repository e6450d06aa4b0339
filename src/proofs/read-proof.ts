import { createHash } from 'node:crypto';
import { countCodePoints } from '../validation/text.js';
import { parseUrl } from '../validation/parse-url.js';
import { imageTypeOf, SIGNATURE_BYTES } from './image-type.js';
import type { ImageType } from '../payments/proof.js';

/** What a customer handed in, read once. The digest is that of the content: the same image is the same in any wrapping. */
export type HandedIn = { digest: string } & (
  { form: 'image'; type: ImageType; bytes: Buffer } | { form: 'url' | 'text'; text: string }
);

const digestOf = (form: HandedIn['form'], content: string | Buffer): string =>
  createHash('sha256').update(`${form}|`).update(content).digest('base64url');

/** The bytes of standard base64 with its padding, nothing else: Buffer.from() alone would skip what it does not know. */
function strictBase64(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length > 0 && bytes.toString('base64') === text ? bytes : null;
}

function readImage(base64: string): HandedIn | null {
  const bytes = strictBase64(base64);
  const type = bytes && imageTypeOf(bytes);
  return bytes && type ? { form: 'image', type, bytes, digest: digestOf('image', bytes) } : null;
}

const DATA_URI_HEAD = /^data:image\/[\w.+-]+(;[\w.+-]+=[\w.+-]+)*;base64$/i;
const LONGEST_HEAD = 100;

/** `data:image/...;base64,...`: it must claim to be an image and be one, though not the one that it claims to be. */
function readDataUri(value: string): HandedIn | null {
  const comma = value.slice(0, LONGEST_HEAD).indexOf(',');
  return comma >= 0 && DATA_URI_HEAD.test(value.slice(0, comma)) ? readImage(value.slice(comma + 1)) : null;
}

const LONGEST_URL = 2048;

/** An address that is kept and shown as text. Nobody ever fetches it. */
function readUrl(value: string): HandedIn | null {
  if (value.length > LONGEST_URL) return null;
  const authority = /^https?:\/\/([^/?#\s\\\p{C}]+)(?:[/?#][^\s\\\p{C}]*)?$/iu.exec(value)?.[1];
  if (authority === undefined || authority.includes('@') || !parseUrl(value)) return null;
  return { form: 'url', text: value, digest: digestOf('url', value) };
}

const SHORTEST_TEXT = 4;
const LONGEST_TEXT = 255;

/** Nothing unseen but the two joiners that Bengali and Hindi are written with: no bidi override may dress a text up. */
const UNPRINTABLE = /[\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{C}/u;

function readText(value: string): HandedIn | null {
  if (value.length > LONGEST_TEXT * 2) return null; // no code point has more than two units
  const text = value.trim();
  const length = countCodePoints(text);
  if (length < SHORTEST_TEXT || length > LONGEST_TEXT) return null;
  if (UNPRINTABLE.test(value) || !/\p{Nd}/u.test(text)) return null;
  return { form: 'text', text, digest: digestOf('text', text) };
}

/** Whether a text is, from its first characters on, an image in base64. */
const beginsAsImage = (value: string): boolean =>
  imageTypeOf(Buffer.from(value.slice(0, Math.ceil((SIGNATURE_BYTES * 4) / 3)), 'base64')) !== null;

/**
 * Reads a proof of payment (contract 7): an image as a data URI or bare base64, an http(s) URL, or a text reference.
 * What begins as one form must be of that form: a broken image or a foreign scheme is no text reference.
 * @returns null when it is of no form
 */
export function readProof(value: string): HandedIn | null {
  if (/^\s*data:/i.test(value)) return readDataUri(value);
  if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(value)) return readUrl(value);
  return beginsAsImage(value) ? readImage(value) : readText(value);
}
