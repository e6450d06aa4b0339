import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** A bare key of Nagad's, or one in PEM whose line ends a form has swallowed. */
const PEM = /^-----BEGIN ([A-Z ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----$/;
const BARE = /^[A-Za-z0-9+/=\s]+$/;

/** Sizes in bits. Nagad's are of 2048; what is encrypted for one must fit in, and much longer ones take long. */
const SIZES = { least: 2048, most: 4096 };

/** What is wrong with a key, as the end of a sentence that begins with its name. */
export class KeyFault extends Error {}

/** The bytes of a key, in whichever clothes it comes. @throws {KeyFault} */
function bytesOf(text: string, what: 'PRIVATE' | 'PUBLIC'): Buffer {
  const trimmed = text.trim();
  const [, title = `${what} KEY`, body = trimmed] = PEM.exec(trimmed) ?? [];
  if (!title.endsWith(`${what} KEY`))
    throw new KeyFault(`holds a ${title.toLowerCase()}, no ${what.toLowerCase()} key`);
  if (title.includes('ENCRYPTED')) throw new KeyFault('is locked with a password: enter it without');
  if (!BARE.test(body)) throw new KeyFault('is neither PEM nor the bare base64 of a key');
  return Buffer.from(body, 'base64');
}

function firstThatReads(readings: (() => KeyObject)[], what: string): KeyObject {
  for (const read of readings)
    try {
      return read();
    } catch {
      continue; // it is of another form, or of none
    }
  throw new KeyFault(`cannot be read as a ${what} key: is it whole?`);
}

function requireSize(key: KeyObject): KeyObject {
  if (key.asymmetricKeyType !== 'rsa') throw new KeyFault('is no RSA key');
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (bits >= SIZES.least && bits <= SIZES.most) return key;
  throw new KeyFault(`has ${bits} bits: it must have ${SIZES.least} to ${SIZES.most}`);
}

/** Our private key: PKCS #8 or PKCS #1, in PEM or bare. @throws {KeyFault} */
export function privateKeyOf(text: string): KeyObject {
  const key = bytesOf(text, 'PRIVATE');
  const as = (type: 'pkcs8' | 'pkcs1') => () => createPrivateKey({ key, format: 'der', type });
  return requireSize(firstThatReads([as('pkcs8'), as('pkcs1')], 'private'));
}

/** A public key: SPKI or PKCS #1, in PEM or bare. Node would make one of a private key, too. @throws {KeyFault} */
export function publicKeyOf(text: string): KeyObject {
  const key = bytesOf(text, 'PUBLIC');
  const as = (type: 'spki' | 'pkcs1') => () => {
    const read = createPublicKey({ key, format: 'der', type });
    // An SPKI ends with the PKCS #1 (RFC 3279, 2.3.1), which Node 24 cannot write of a key that it has read from one.
    const whole = read.export({ format: 'der', type: 'spki' });
    if (!whole.subarray(-key.length).equals(key)) throw new Error('It is of another form');
    return read;
  };
  return requireSize(firstThatReads([as('spki'), as('pkcs1')], 'public'));
}
