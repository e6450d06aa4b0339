import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';
import { filesBelow } from '../structure/imports.js';

const textOf = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const SOURCES = ['src', 'workers', 'config'].flatMap((folder) => filesBelow(folder));

describe('what only DocumentDB needs', () => {
  it('cites ADR 12, which lists it', () => {
    const listed = [...textOf('docs/adr/0012-what-only-documentdb-needs.md').matchAll(/`([\w/-]+\.ts)`/g)];
    const citing = SOURCES.filter((file) => textOf(file).includes('ADR 12'));
    expect(listed.map(([, file]) => file)).to.have.members(citing);
  });

  it('is where `$exists` stands beside a value, and where DocumentDB or its deadlocks are named', () => {
    const forDocumentDb = /\$exists: true, \$|DocumentDB|isDeadlock/;
    const silent = SOURCES.filter((file) => forDocumentDb.test(textOf(file)) && !textOf(file).includes('ADR 12'));
    expect(silent).to.deep.equal([]);
  });
});
