import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { KINDS, specsBelow, specsOf } from '../support/spec-kinds.js';

describe('the kinds of specs', () => {
  const kinds = Object.fromEntries(KINDS.map((kind) => [kind, specsOf(kind)]));

  it('hold every spec file of test/, each in exactly one kind', () => {
    expect(Object.values(kinds).flat().sort()).to.deep.equal(specsBelow('test'));
  });

  it('tell what a spec needs, by what it and its helpers import', () => {
    expect(kinds.unit).to.include.members(['test/money/fees.test.ts', 'test/payments/states.test.ts']);
    expect(kinds.stores).to.include.members(['test/database/batched-inserts.test.ts', 'test/jobs/queue.test.ts']);
    expect(kinds.processes).to.include.members(['test/browser/page.test.ts', 'test/faults/sigterm.test.ts']);
  });

  it('have a command each, npm run test:unit and so on', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const kind of KINDS) expect(scripts[`test:${kind}`]).to.equal(`./scripts/test ${kind}`);
  });
});
