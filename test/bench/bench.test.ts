import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { config } from '../../config/index.js';
import { ROOT } from '../../config/root.js';
import { mongoClient } from '../../src/database/client.js';
import type { Results } from '../../scripts/bench/measures/results.js';

const run = promisify(execFile);

// Durations mean nothing here: only that every part of the bench still runs, and what it counts.
describe('npm run bench, in its smallest form', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  async function databases(): Promise<string[]> {
    const all = await mongoClient.db().admin().listDatabases({ nameOnly: true });
    return all.databases
      .map(({ name }) => name)
      .filter((name) => name.startsWith('bench_'))
      .sort();
  }

  it('measures everything once beside the floor, prints the table and leaves nothing behind', async () => {
    const before = await databases();
    const size = ['--rounds', '1', '--count', '8', '--seconds', '0.2', '--brief', '--out', folder];
    const { stdout } = await run(process.execPath, [join(ROOT, 'dist/scripts/bench/index.js'), ...size]);
    expect(stdout).to.match(/^\| card payments a second, each with its notification \| \d+ \| \d+ \|/m);
    const results = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as Results;
    expect(await databases()).to.deep.equal(before);
    expect(results.saturation.Tollgate.map(({ doubles }) => doubles)).to.deep.equal([0]);
    expect(results.saturation.floor[0]?.cpu).to.include.keys('web', 'payments', 'ipn', 'sandbox');
    for (const { heap, rss } of Object.values(results.memory.after)) expect(heap).to.be.within(1, rss);
    expect(results.deliveries.Tollgate.map(({ lost }) => lost)).to.deep.equal([0]);
  });

  it('refuses to fill a database that holds payments, and ends', async () => {
    const uri = new URL(config.mongodbUri);
    const name = `t_${randomBytes(5).toString('hex')}`;
    uri.pathname = `/${name}`;
    const database = mongoClient.db(name);
    await database.collection('payments').insertOne({});
    const options = { env: { ...process.env, MONGODB_URI: uri.href }, timeout: 30_000 };
    const ended: unknown = await run(process.execPath, [join(ROOT, 'dist/scripts/bench/index.js'), 'sweep'], options)
      .catch((error: unknown) => error)
      .finally(() => database.dropDatabase());
    expect(ended).to.include({ code: 1, stderr: 'bench: MONGODB_URI must name an empty database\n' });
  });
});
