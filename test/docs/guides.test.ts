import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { JOB_NAMES } from '../../src/jobs/catalogue.js';
import { freePort } from '../../scripts/development/free-port.js';
import { programsIn } from './snippets.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';

const run = promisify(execFile);

interface PackageFile {
  scripts: Record<string, string>;
}

/** A guide that fails leaves no server behind. */
const PRELUDE = "set -euo pipefail\ntrap 'kill $(jobs -p) 2>/dev/null || true' EXIT";

const docs = join(ROOT, 'docs');
const guides = readdirSync(docs)
  .filter((name) => name.endsWith('.md'))
  .map((name) => ({ name, text: readFileSync(join(docs, name), 'utf8') }));

const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, body = '']) => (kind === language ? [body] : []));

describe('the guides', () => {
  let tollgate: Tollgate;
  let clone: string;
  before(async () => {
    tollgate = await sharedTollgate();
    clone = mkdtempSync(join(tmpdir(), 'guide-'));
    mkdirSync(join(clone, 'kept'));
    const ready = { api_url: tollgate.urls.api, merchant: tollgate.merchant };
    writeFileSync(join(clone, 'kept/ready.json'), JSON.stringify(ready));
    for (const name of ['node_modules', 'package.json', 'dist']) symlinkSync(join(ROOT, name), join(clone, name));
    for (const { text } of guides)
      for (const [name, program] of programsIn(text)) writeFileSync(join(clone, name), program);
  });
  after(() => rmSync(clone, { recursive: true, force: true }));

  for (const { name, text } of guides.filter(({ text }) => blocks(text, 'sh').length > 0))
    it(`do what they say: ${name}`, async () => {
      const env = { ...process.env, SHOP_PORT: String(await freePort()), LOCAL_DIR: join(clone, 'kept') };
      const script = [PRELUDE, ...blocks(text, 'sh')].join('\n');
      const { stdout } = await run('bash', ['-c', script], { cwd: clone, env, timeout: 30_000 });
      const lines = stdout.split('\n');
      for (const line of blocks(text, 'text').join('').trimEnd().split('\n')) {
        const found = lines.findIndex((printed) => printed.startsWith(line));
        expect(found, `"${line}" in ${lines.join(' | ')}`).to.be.greaterThanOrEqual(0);
        lines.splice(0, found + 1);
      }
    });

  it('show every command in a block, where it is run or checked', () => {
    for (const { name, text } of guides) {
      const outside = text.replaceAll(/^```\w*\n[\s\S]*?^```$/gm, '');
      expect(outside, name).to.not.match(/^ {4}(\$|curl|npm|node|POST|GET)\b/m);
    }
  });

  it('name commands, options and jobs that there are', async () => {
    const all = guides.map(({ text }) => text).join('\n');
    for (const [, jobs = ''] of all.matchAll(/run\.js ((?:[a-z-]+ ?)+)$/gm))
      expect(JOB_NAMES).to.include.members(jobs.trim().split(' '));
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as PackageFile;
    const named = [...all.matchAll(/npm run (?:--silent )?([\w-]+)(?: -- ([^`\n]*))?/g)];
    expect(named).to.have.length.above(10);
    const checked = named.map(async ([command, script = '', rest = '']) => {
      expect(scripts, command).to.have.property(script);
      const [, program] = /^node (dist\/scripts\/[\w-]+\.js)$/.exec(scripts[script] ?? '') ?? [];
      if (!program || rest === '') return;
      const [subcommand = ''] = /^\w[\w-]*/.exec(rest) ?? [];
      const options = rest.match(/--[a-z-]+/g) ?? [];
      const { stdout } = await run('node', [join(ROOT, program), ...(subcommand ? [subcommand] : []), '--help']);
      expect(stdout, command).to.match(new RegExp(`^Usage: [\\w-]+ ${subcommand}`));
      for (const option of options) expect(stdout, command).to.include(option);
    });
    await Promise.all(checked);
  });

  it("keep npm's own lines out of what goes to a file or a program", () => {
    const forPrograms = guides.flatMap(({ text }) => text.match(/npm run [^`\n]*(?: >|\||--json)[^`\n]*/g) ?? []);
    expect(forPrograms).to.not.be.empty;
    expect(forPrograms.filter((command) => !command.startsWith('npm run --silent '))).to.deep.equal([]);
  });

  it('link to what is there', () => {
    for (const { name, text } of guides)
      for (const [, file = ''] of text.matchAll(/\]\(([\w./-]+?\.md)(?:#[\w-]+)?\)/g))
        expect(() => readFileSync(join(docs, file)), `${file} in ${name}`).to.not.throw();
  });
});
