import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { importsOf } from './imports.js';

/** Every file of ours that a file loads, however far away; type imports too, so that nothing can slip through. */
function reachableFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  for (const found of importsOf(file)) reachableFrom(found, seen);
  return seen;
}

const SECRETS = ['src/vault/open-card.ts', 'config/card-private-key.ts'];

describe('who can open cards', () => {
  it('is the worker that hands them to the gateway', () => {
    for (const entry of ['workers/card-authorization.ts', 'workers/run.ts'])
      expect([...reachableFrom(entry)]).to.include.members(SECRETS); // and so the walk below would find them
  });

  for (const entry of ['src/web/server.ts', 'src/console/server.ts', 'src/sandbox/server.ts'])
    it(`is nothing that ${entry} loads`, () => {
      const reached = reachableFrom(entry);
      expect(reached.size).to.be.greaterThan(10);
      for (const secret of SECRETS) expect([...reached]).to.not.include(secret);
      expect([...reached].filter((file) => file.startsWith('workers/'))).to.deep.equal([]);
    });

  it('is who the Procfile gives the key: every other process starts without it', () => {
    const lines = readFileSync(join(ROOT, 'Procfile'), 'utf8').trim().split('\n');
    const withKey = lines.filter((line) => !line.includes('env -u CARD_PRIVATE_KEY '));
    expect(withKey.map((line) => line.split(':')[0])).to.deep.equal(['payments']);
  });
});
