import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { config } from '../../config/index.js';
import { isEqual } from './is-equal.js';
import { withAny } from './with-any.js';

/** What a key is for. Each purpose has a key of its own, so that a hash made for one is worthless for another. */
type Purpose =
  | 'api-key'
  | 'card-fingerprint'
  | 'customer'
  | 'idempotency'
  | 'secret'
  | 'snapshot'
  | 'return-token'
  | 'session'
  | 'operator-token'
  | 'checkout-token'
  | 'checkout-form'
  | 'evidence';

const masters = config.masterKeys.map((key) => Buffer.from(key, 'base64'));
const keys = new Map<string, Buffer[]>();

/** HKDF (RFC 5869) of every master key, the current one's first. */
function keysFor(purpose: Purpose | 'key-id'): Buffer[] {
  const known = keys.get(purpose);
  if (known) return known;
  const derived = masters.map((master) => Buffer.from(hkdfSync('sha256', master, '', `tollgate ${purpose}`, 32)));
  keys.set(purpose, derived);
  return derived;
}

/** A name for each master key that reveals nothing of it, the current one's first. */
export const masterKeyIds = keysFor('key-id').map((key) => key.toString('base64url').slice(0, 8));

/** That of the current one, which records keep beside what is hashed under it. */
export const masterKeyId = masterKeyIds[0] ?? '';

/** HMAC-SHA256 of a value as base64url, once under each master key's key for the purpose: the current one's first. */
export const keyedHashes = (purpose: Purpose, value: string): string[] =>
  keysFor(purpose).map((key) => createHmac('sha256', key).update(value).digest('base64url'));

/** The keyed hash of a value under the current master key. Without that key nobody can guess the value from it. */
export const keyedHash = (purpose: Purpose, value: string): string => keyedHashes(purpose, value)[0] ?? '';

/** Whether a text is the keyed hash of a value under any master key, compared in constant time. */
export const isKeyedHash = (given: string, purpose: Purpose, value: string): boolean =>
  keyedHashes(purpose, value).some((hash) => isEqual(given, hash));

/** The PKCS #8 header of every Ed25519 private key (RFC 8410, section 7). The 32 bytes of the key follow it. */
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 private keys of a purpose, one for each master key: the first one signs. */
export const signingKeys = (purpose: Purpose): KeyObject[] =>
  keysFor(purpose).map((key) =>
    createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, key]), format: 'der', type: 'pkcs8' }),
  );

function seal(key: Buffer | undefined, bytes: Uint8Array, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key ?? '', iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(bytes), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'));
  return ['v1', ...parts].join('.');
}

function open(key: Buffer, sealed: string, context: string): Buffer {
  const [version, iv, tag, text] = sealed.split('.');
  if (version !== 'v1' || !iv || !tag || text === undefined) throw new Error('This was not sealed here');
  // Without its length a part of a tag would do: of four bytes, say, which are guessed.
  const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'), { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]);
}

const secretKeys = keysFor('secret');

/** Seals a text with AES-256-GCM under the current master key. It opens only with the same `context`. */
export const sealText = (text: string, context: string): string => seal(secretKeys[0], Buffer.from(text), context);

/**
 * Opens what sealText() sealed.
 * @throws when it was sealed under another key or for another context, or was changed since
 */
export const openText = (sealed: string, context: string): string =>
  withAny(secretKeys, (key) => open(key, sealed, context)).toString('utf8');

const snapshotKeys = keysFor('snapshot');

/** Like sealText(), for bytes that another of our processes reads soon. */
export const sealSnapshot = (bytes: Uint8Array, context: string): string => seal(snapshotKeys[0], bytes, context);

/** Opens what sealSnapshot() sealed. @throws as openText() */
export const openSnapshot = (sealed: string, context: string): Buffer =>
  withAny(snapshotKeys, (key) => open(key, sealed, context));

/** A sealed text under the current master key: anew, unless it is already. @throws as openText() */
export function resealText(sealed: string, context: string): string {
  try {
    open(secretKeys[0] ?? Buffer.alloc(0), sealed, context);
    return sealed;
  } catch {
    return sealText(openText(sealed, context), context);
  }
}
