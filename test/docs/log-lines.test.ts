import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../config/root.js';

const sources = ['src', 'workers'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8')),
);

/** What is logged at `error`: by the logger, or by the watchdog's thread, which has none. */
const ERROR_LINE = /logger\.error\('([\w.-]+)'|level: 'error',\s+message: '([\w.-]+)'/g;

const written = sources.flatMap((source) => [...source.matchAll(ERROR_LINE)].map(([, line, ofThread]) => line ?? ofThread));

describe('docs/operations.md', () => {
  it('tells of every log line at `error` what happened and what to do, and of no other', () => {
    const [, logs = ''] = /\n## Logs\n([\s\S]*?)\n## /.exec(readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')) ?? [];
    const rows = logs.split('\n').filter((line) => line.startsWith('| `'));
    const told = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, line]) => line));
    const untold = written.filter((line) => !told.includes(line));
    const unwritten = told.filter((line) => !written.includes(line));
    expect({ untold, unwritten }).to.deep.equal({ untold: [], unwritten: [] });
    expect(told).to.have.length(new Set(told).size);
  });
});
