import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { BEHAVIOURS } from '../../src/connectors/sandbox/behaviour.js';

describe('the table of hard accounts', () => {
  it("has a row for each behaviour of the sandbox's accounts, and no other", () => {
    const page = readFileSync(join(ROOT, 'src/connectors/sandbox/README.md'), 'utf8');
    const [, table = ''] = page.split('| `behaviour` | The gateway |');
    const named = [...(table.split('\n\n')[0] ?? '').matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
    expect(named).to.deep.equal(Object.keys(BEHAVIOURS));
  });
});
