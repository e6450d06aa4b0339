import { expect } from 'chai';
import {
  appendFileSync,
  chmodSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openJournal } from '../../src/sandbox/journal.js';

describe('the journal', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tollgate-journal-'));
    path = join(folder, 'inner', 'journal.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(...records: unknown[]): void {
    const journal = openJournal(path, () => undefined);
    for (const record of records) journal.append(record);
    journal.close();
  }

  function replay(): unknown[] {
    const records: unknown[] = [];
    openJournal(path, (record) => records.push(record)).close();
    return records;
  }

  it('gives back what was written, in order', () => {
    write({ n: 1 }, { n: 2 });
    write({ n: 3, name: 'Zoë 円' });
    expect(replay()).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3, name: 'Zoë 円' }]);
  });

  it('is readable by nobody else', () => {
    write({ n: 1 });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
    expect(statSync(join(folder, 'inner')).mode & 0o777).to.equal(0o700);
  });

  it('takes over a file that others could read, and lets them no more', () => {
    write({ n: 1 });
    chmodSync(path, 0o644);
    write({ n: 2 });
    expect(statSync(path).mode & 0o777).to.equal(0o600);
  });

  it('holds what it was replaced with, each record once, however large that is', () => {
    const records = Array.from({ length: 30_000 }, (_, n) => ({ n, text: 'é'.repeat(n % 50) }));
    const journal = openJournal(path, () => undefined);
    journal.append({ n: -1 });
    journal.replace(records);
    journal.append({ n: 30_000 });
    expect(journal.lines()).to.equal(30_001);
    journal.close();
    expect(replay()).to.deep.equal([...records, { n: 30_000 }]);
  });

  it('drops a last line that a kill cut short, wherever it was cut, and writes on behind it', () => {
    const last = `${JSON.stringify({ n: 2, name: '円' })}\n`;
    for (let missing = 2; missing < Buffer.byteLength(last); missing++) {
      rmSync(path, { force: true });
      write({ n: 1 }, { n: 2, name: '円' });
      truncateSync(path, statSync(path).size - missing);
      expect(replay()).to.deep.equal([{ n: 1 }]);
      write({ n: 3 });
      expect(replay()).to.deep.equal([{ n: 1 }, { n: 3 }]);
    }
  });

  it('keeps a last line that lacks nothing but its newline', () => {
    write({ n: 1 }, { n: 2 });
    truncateSync(path, statSync(path).size - 1);
    write({ n: 3 });
    expect(replay()).to.deep.equal([{ n: 1 }, { n: 2 }, { n: 3 }]);
  });

  it('reads lines that lie across the pieces in which it reads', () => {
    const records = Array.from({ length: 30_000 }, (_, n) => ({ n, text: 'é'.repeat(n % 50) }));
    write();
    appendFileSync(path, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    expect(readFileSync(path).length).to.be.greaterThan(2 ** 21);
    expect(replay()).to.deep.equal(records);
  });

  it('starts from an empty file', () => {
    write();
    writeFileSync(path, '');
    expect(replay()).to.deep.equal([]);
  });
});
