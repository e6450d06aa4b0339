import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createPrivateKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { config } from '../config/index.js';

/** What a key is for. Each purpose has a key of its own, so that a hash made for one is worthless for another. */
type Purpose =
  | 'api-key'
  | 'card-fingerprint'
  | 'idempotency'
  | 'secret'
  | 'return-token'
  | 'session'
  | 'operator-token'
  | 'checkout-token'
  | 'checkout-form'
  | 'evidence';

const master = Buffer.from(config.masterKey, 'base64');
const keys = new Map<Purpose, Buffer>();

/** HKDF (RFC 5869) of the master key. */
function keyFor(purpose: Purpose): Buffer {
  const known = keys.get(purpose);
  if (known) return known;
  const key = Buffer.from(hkdfSync('sha256', master, '', `tollgate ${purpose}`, 32));
  keys.set(purpose, key);
  return key;
}

/** HMAC-SHA256 under the purpose's own key, as base64url: a fingerprint that nobody can guess values from. */
export const keyedHash = (purpose: Purpose, value: string): string =>
  createHmac('sha256', keyFor(purpose)).update(value).digest('base64url');

/** How every Ed25519 private key begins in PKCS #8 (RFC 8410, section 7); its 32 bytes follow. */
const ED25519_PRIVATE = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 private key of a purpose: the same for as long as the master key is. */
export const signingKey = (purpose: Purpose): KeyObject =>
  createPrivateKey({ key: Buffer.concat([ED25519_PRIVATE, keyFor(purpose)]), format: 'der', type: 'pkcs8' });

/** Seals a text with AES-256-GCM under the master key; `context` must be the same to open it again. */
export function sealText(text: string, context: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', keyFor('secret'), iv).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return ['v1', iv, cipher.getAuthTag(), sealed]
    .map((part) => (typeof part === 'string' ? part : part.toString('base64url')))
    .join('.');
}

/** @throws when it was sealed under another master key or for another context, or was changed */
export function openText(sealed: string, context: string): string {
  const [version, iv, tag, text] = sealed.split('.');
  if (version !== 'v1' || !iv || !tag || text === undefined) throw new Error('Not a sealed text');
  const decipher = createDecipheriv('aes-256-gcm', keyFor('secret'), Buffer.from(iv, 'base64url'))
    .setAAD(Buffer.from(context))
    .setAuthTag(Buffer.from(tag, 'base64url'));
  return Buffer.concat([decipher.update(Buffer.from(text, 'base64url')), decipher.final()]).toString('utf8');
}
