import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

describe('the glossary of docs/architecture.md', () => {
  it('is in alphabetical order, as it says', () => {
    const [, glossary = ''] = readFileSync(join(ROOT, 'docs/architecture.md'), 'utf8').split('\n## Glossary\n');
    const terms = [...glossary.matchAll(/^\| (.+?) \|/gm)].slice(1).map(([, term = '']) => term.toLowerCase());
    expect(terms).to.have.length.above(40);
    expect(terms).to.deep.equal([...terms].sort());
  });
});
