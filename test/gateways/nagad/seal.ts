import { constants, privateDecrypt, publicEncrypt, randomBytes, sign, verify, type KeyObject } from 'node:crypto';

/** What travels between a merchant and Nagad, as the stand-in writes and reads it: by its own hand, not by ours. */
export interface Envelope {
  sensitiveData: string;
  signature: string;
}

const SIZE = 256; // bytes of a key of 2048 bits

const filler = (length: number): Buffer => Buffer.from(randomBytes(length).map((byte) => byte || 1));

/** A block as RFC 8017 has it. */
export const wellPadded = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([0, 2]), filler(SIZE - 3 - message.length), Buffer.from([0]), message]);

/** Blocks that are not as they must be, each in one thing. */
export const BADLY_PADDED = {
  'no 00 before it': (message: Buffer) => Buffer.concat([Buffer.from([1]), wellPadded(message).subarray(1)]),
  'another kind': (message: Buffer) => Buffer.concat([Buffer.from([0, 1]), wellPadded(message).subarray(2)]),
  'no padding at all': (message: Buffer) =>
    Buffer.concat([Buffer.from([0, 2, 0]), message, Buffer.alloc(SIZE - 3 - message.length, 1)]),
  'seven bytes of padding': (message: Buffer) =>
    Buffer.concat([Buffer.from([0, 2]), filler(7), Buffer.from([0]), message, filler(SIZE - 10 - message.length)]),
  'no end': () => Buffer.concat([Buffer.from([0, 2]), filler(SIZE - 2)]),
  'nothing but noughts': () => Buffer.alloc(SIZE),
};
export type BadPadding = keyof typeof BADLY_PADDED;

/** Encrypts a whole block as it is. */
export const encryptBlock = (block: Buffer, key: KeyObject): string =>
  publicEncrypt({ key, padding: constants.RSA_NO_PADDING }, block).toString('base64');

/** @param pad how the block is made */
export function seal(content: object, to: KeyObject, from: KeyObject, pad = wellPadded): Envelope {
  const plain = Buffer.from(JSON.stringify(content));
  return {
    sensitiveData: encryptBlock(pad(plain), to),
    signature: sign('sha256', plain, from).toString('base64'),
  };
}

/** @returns undefined unless it is for this key and signed by the other */
export function unseal({ sensitiveData, signature }: Envelope, key: KeyObject, from: KeyObject): unknown {
  const cipher = Buffer.from(sensitiveData, 'base64');
  if (cipher.length !== SIZE) return undefined;
  const block = privateDecrypt({ key, padding: constants.RSA_NO_PADDING }, cipher);
  if (block[0] !== 0 || block[1] !== 2) return undefined;
  const plain = block.subarray(block.indexOf(0, 2) + 1);
  return verify('sha256', plain, from, Buffer.from(signature, 'base64')) ? JSON.parse(String(plain)) : undefined;
}
