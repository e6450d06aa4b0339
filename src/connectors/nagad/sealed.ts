import { constants, privateDecrypt, publicEncrypt, randomBytes, sign, verify, type KeyObject } from 'node:crypto';
import { ConnectorError } from '../connector.js';
import { unpadded } from './padding.js';

/** Ours is private, to sign with and to read what is for us; Nagad's is public, for the other way round. */
export interface Keys {
  ours: KeyObject;
  nagads: KeyObject;
}

/** What travels unread: encrypted for whoever it is for, and signed, in clear, by whoever sends it. Both are base64. */
export interface Sealed {
  sensitiveData: string;
  signature: string;
}

const PADDING_BYTES = 11; // of PKCS #1 v1.5, at least

const bytesOf = ({ asymmetricKeyDetails }: KeyObject): number => (asymmetricKeyDetails?.modulusLength ?? 0) / 8;

/** The most bytes of JSON that can be encrypted with a key: 245 with one of 2048 bits. */
export const mostBytes = (key: KeyObject): number => bytesOf(key) - PADDING_BYTES;

/**
 * Encrypts for one key and signs with another, byte for byte the same text.
 * @throws {ConnectorError} when it is longer than fits
 */
export function sealed(content: object, { ours, nagads }: Keys): Sealed {
  const plain = Buffer.from(JSON.stringify(content));
  if (plain.length > mostBytes(nagads))
    throw new ConnectorError(`Nagad can be sent ${mostBytes(nagads)} bytes, not ${plain.length}`);
  return {
    sensitiveData: publicEncrypt({ key: nagads, padding: constants.RSA_PKCS1_PADDING }, plain).toString('base64'),
    signature: sign('sha256', plain, ours).toString('base64'),
  };
}

/** Node 20 decrypts no PKCS #1 v1.5 with a private key (CVE-2023-46809), so the padding is taken off here. */
function decryptedPiece(cipher: Buffer, key: KeyObject): Buffer | null {
  try {
    return unpadded(privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, cipher));
  } catch {
    return null; // it is no number below the key's own
  }
}

/** What is longer than fits comes in several pieces, one after the other. Each is looked at, whatever the others are. */
function decrypted(cipher: Buffer, key: KeyObject): Buffer | null {
  const size = bytesOf(key);
  if (cipher.length === 0 || cipher.length % size !== 0) return null;
  const pieces = Array.from({ length: cipher.length / size }, (_, at) =>
    decryptedPiece(cipher.subarray(at * size, (at + 1) * size), key),
  );
  return pieces.every((piece) => piece !== null) ? Buffer.concat(pieces) : null;
}

/**
 * What somebody has sealed for us.
 *
 * Whatever is wrong with it, the padding, the length or the signature, is one and the same answer after the same work: what
 * cannot be decrypted goes on as a text that nobody has signed. Who may send us what they like learns nothing by it.
 * @returns null unless it is for us and of the other's own hand
 */
export function opened({ sensitiveData, signature }: Sealed, { ours, nagads }: Keys): string | null {
  const plain = decrypted(Buffer.from(sensitiveData, 'base64'), ours) ?? randomBytes(32);
  return verify('sha256', plain, nagads, Buffer.from(signature, 'base64')) ? plain.toString('utf8') : null;
}
