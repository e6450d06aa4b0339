import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { PROMISES } from '../../scripts/faults-run/check.js';

const read = (page: string): string => readFileSync(join(ROOT, 'docs', page), 'utf8');
const page = read('reliability.md');
const security = read('security.md');
const [faults = ''] = page.split('\n## ').filter((section) => section.startsWith('Faults'));

/** The rows of the table of faults, without its head. */
const rows = faults
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .slice(2);

const testsIn = (text: string): string[] => [...text.matchAll(/\btest\/[\w/.-]+\.ts\b/g)].map(([path]) => path);

describe('docs/reliability.md', () => {
  it('names a test for every fault', () => {
    expect(rows.length).to.be.at.least(20);
    expect(rows.filter((row) => testsIn(row).length === 0)).to.deep.equal([]);
  });

  for (const path of new Set(testsIn(page + security)))
    it(`or docs/security.md names ${path}, which is there`, () => {
      expect(existsSync(join(ROOT, path))).to.equal(true);
    });

  it('lists what every run of faults is checked for, in the words of its report', () => {
    for (const promise of Object.keys(PROMISES)) expect(page).to.include(`- ${promise}\n`);
  });
});
