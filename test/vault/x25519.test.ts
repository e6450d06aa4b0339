import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { createPublicKey, diffieHellman } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { newKeyPair, publicKeyOf } from '../../src/vault/x25519.js';

const MANY = fileURLToPath(new URL('many-key-pairs.ts', import.meta.url));

describe('an X25519 key pair', () => {
  it("is written and read as OpenSSL's own DER", () => {
    const { publicKey, privateKey } = newKeyPair();
    expect(publicKey).to.deep.equal(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }));
    expect(publicKeyOf(publicKey).equals(createPublicKey(privateKey))).to.equal(true);
    for (const bad of [publicKey.subarray(1), publicKey.subarray(0, 43), Buffer.concat([publicKey, Buffer.of(0)])])
      expect(() => publicKeyOf(bad)).to.throw();
  });

  it('agrees with another on one secret, and is another one each time', () => {
    const [ours, theirs] = [newKeyPair(), newKeyPair()];
    const secret = (mine: typeof ours, other: typeof ours) =>
      diffieHellman({ privateKey: mine.privateKey, publicKey: publicKeyOf(other.publicKey) });
    expect(secret(ours, theirs)).to.deep.equal(secret(theirs, ours));
    expect(ours.publicKey).to.not.deep.equal(theirs.publicKey);
  });

  // Written by export(), a process stood still for ever after 1,000 to 23,500, in each of six tries.
  it('can be made sixty thousand times while memory is collected all the time', async () => {
    const options = ['--max-semi-space-size=1', '--import', 'tsx', MANY, '60000'];
    await promisify(execFile)(process.execPath, options, { timeout: 180_000, killSignal: 'SIGKILL' });
  });
});
