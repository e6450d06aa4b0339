import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../config/root.js';

const pair = () =>
  generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });

const mine = pair();
const publicKey = mine.publicKey.toString('base64');

const WRONG: [what: string, key: string, says: string][] = [
  ['missing', '', 'is required by the payments workers'],
  ['no key', 'bm8ga2V5', 'must be an X25519 private key, PKCS#8 DER in base64'],
  ['the public one', publicKey, 'must be an X25519 private key, PKCS#8 DER in base64'],
  ['of another pair', pair().privateKey.toString('base64'), 'is not the private half of "CARD_PUBLIC_KEY"'],
];

/** Starts the payments workers' own process with this key, which ends at once when the key is no good. */
async function startWorkers(CARD_PRIVATE_KEY: string): Promise<{ code: unknown; stderr: string }> {
  const child = spawn(process.execPath, ['dist/workers/run.js', 'card-authorization'], {
    cwd: ROOT,
    env: { ...process.env, CARD_PUBLIC_KEY: publicKey, CARD_PRIVATE_KEY },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 30_000,
  });
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<unknown[]>]);
  return { code, stderr };
}

describe('the private key of cards', () => {
  let ends: Awaited<ReturnType<typeof startWorkers>>[];
  before(async () => {
    ends = await Promise.all(WRONG.map(([, key]) => startWorkers(key)));
  });

  for (const [index, [what, , says]] of WRONG.entries())
    it(`stops the workers in one clear line when it is ${what}`, () => {
      expect(ends[index]).to.deep.equal({
        code: 78,
        stderr: `Bad configuration:\n  - "CARD_PRIVATE_KEY" ${says}\n`,
      });
    });
});
