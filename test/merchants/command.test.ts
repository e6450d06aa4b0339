import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import { ROOT } from '../../config/root.js';
import { findAudit } from '../../src/console/audit/audit.js';
import { connectDatabase } from '../../src/database/client.js';
import { findMerchantByKey } from '../../src/merchants/find-merchant.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { inParallel } from '../support/in-parallel.js';
import { STORE_WAITS } from '../support/instance.js';
import { lose, startMongoProxy } from '../support/mongo-proxy.js';

interface Ran {
  code: unknown;
  stdout: string;
  stderr: string;
}

const NO_DATABASE = { ...STORE_WAITS, MONGODB_URI: 'mongodb://127.0.0.1:1/nowhere' };
const NO_REDIS = { REDIS_TIMEOUT: STORE_WAITS.REDIS_TIMEOUT, REDIS_URL: 'redis://127.0.0.1:1/0' };

/** The address of a database with credentials that it does not know. */
function withPassword(uri: string): string {
  const url = new URL(uri);
  [url.username, url.password] = ['nobody', 'wrong'];
  return url.href;
}

/** `npm run merchant -- …`, as ./scripts/test has built it. */
async function merchant(args: string[], env: NodeJS.ProcessEnv = {}): Promise<Ran> {
  const child = spawn(process.execPath, ['dist/scripts/merchant.js', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<unknown[]>,
  ]);
  return { code, stdout, stderr };
}

const parsed = ({ stdout }: Ran) => JSON.parse(stdout) as Record<string, string>; // what the command prints

describe('the merchant command', () => {
  const NAME = `Command Shop ${process.pid}`;
  before(connectDatabase);
  after(() => merchants.deleteMany({ name: NAME }));

  const create = (...args: string[]) => merchant(['create', '--name', NAME, '--json', ...args]);

  it('makes, lists, rotates, suspends and activates', async () => {
    const fees = '[{"currency":"EUR","percent_bps":250,"fixed":0.3}]';
    const privacy = 'https://shop.example/privacy';
    const chosen = [
      '--privacy-url',
      privacy,
      '--three-ds',
      'off',
      '--minimums',
      '{"JPY":100}',
      '--fees',
      fees,
      '--methods',
      'card, upi',
    ];
    const made = await create(...chosen);
    expect(made).to.include({ code: 0, stderr: '' });
    const { id = '', public_key = '', secret_key } = parsed(made);
    expect(id).to.match(/^mer_[0-9a-f]{24}$/);
    expect((await findMerchantByKey(public_key))?._id).to.equal(id);

    const day = '2026-01-01';
    const [list, settled, rotated, renewed, suspended] = await Promise.all([
      merchant(['list', '--json']),
      merchant(['settlement', id, '--from', day, '--to', day, '--json']),
      merchant(['rotate-secret', id, '--json']),
      merchant(['rotate-key', id, '--json']),
      merchant(['suspend', id, '--json']),
    ]);
    const listed = (JSON.parse(list.stdout) as Record<string, unknown>[]).find((each) => each.id === id); // as above
    expect(listed).to.deep.include({
      name: NAME,
      mode: 'test',
      methods: ['card', 'upi'],
      three_ds_policy: 'off',
      minimums: { JPY: 100 },
      privacy_url: privacy,
      fees: [{ currency: 'EUR', percent_bps: 250, fixed: 0.3 }],
    });
    expect(list.stdout).to.not.include(secret_key).and.not.include(public_key);
    expect(parsed(rotated).secret_key)
      .to.match(/^whsec_/)
      .and.not.equal(secret_key);
    expect(parsed(settled)).to.deep.equal({ merchant_id: id, from: day, to: day, totals: [] });
    const renewedKey = parsed(renewed).public_key ?? '';
    expect(renewedKey).to.not.equal(public_key);
    expect((await findMerchantByKey(renewedKey))?._id).to.equal(id);
    expect(parsed(suspended)).to.deep.equal({ id, status: 'suspended' });
    expect((await merchants.findOne({ _id: id }))?.status).to.equal('suspended');

    expect(parsed(await merchant(['activate', id, '--json']))).to.deep.equal({ id, status: 'active' });
    expect((await merchants.findOne({ _id: id }))?.status).to.equal('active');

    const { page: lines } = await findAudit({ object: id });
    expect(lines.map(({ action }) => action)).to.have.members([
      'merchant.created',
      'merchant.secret_rotated',
      'merchant.key_rotated',
      'merchant.suspended',
      'merchant.activated',
    ]);
    for (const line of lines) expect(line).to.include({ operatorId: null, email: 'cli' });
  });

  it('probes an endpoint, and fails when a forgery gets through', async () => {
    const { id = '', secret_key } = parsed(await create());
    const [careful, careless] = await Promise.all([
      startReceiver({ secret: secret_key ?? '' }),
      startReceiver({ respond: () => 200 }),
    ]);
    const [right, wrong] = await Promise.all([
      merchant(['probe', id, '--url', careful.url, '--json']),
      merchant(['probe', id, '--url', careless.url]),
    ]);
    await Promise.all([careful.close(), careless.close()]);
    expect(right).to.include({ code: 0, stderr: '' });
    expect(parsed(right)).to.include({ url: careful.url, sound: true });
    expect(wrong).to.include({ code: 1, stderr: '' });
    expect(wrong.stdout).to.match(/with a wrong signature +answered 200 +A FORGERY GETS THROUGH/);
    const { page: lines } = await findAudit({ object: id });
    const probed = lines.filter(({ action }) => action === 'merchant.probed').map(({ details }) => details);
    expect(probed.find(({ url }) => url === careful.url)).to.include({ sound: true, unsigned: 'right' });
    expect(probed.find(({ url }) => url === careless.url)).to.include({ sound: false, stale: 'forgery_accepted' });
  });

  const WRONG: [what: string, args: string[], code: number, says: RegExp, env?: NodeJS.ProcessEnv][] = [
    ['no command', [], 2, /Usage: merchant/],
    ['an unknown command', ['remove'], 2, /unknown command 'remove'/],
    ['no name', ['create'], 2, /required option '--name <name>'/],
    ['a wrong mode', ['create', '--name', NAME, '--mode', 'prod'], 1, /^merchant: mode must be one of test, live\n$/],
    ['what is no JSON', ['create', '--name', NAME, '--minimums', '{JPY:1}'], 2, /--minimums.* It is not JSON\./],
    ['no id', ['suspend'], 2, /missing required argument 'id'/],
    ['an unknown id', ['suspend', 'mer_nobody'], 1, /^merchant: There is no merchant mer_nobody\n$/],
    ['an unknown payment', ['evidence', '--trx', 'x'], 1, /^merchant: Transaction not found\n$/],
    ['no URL to probe', ['probe', 'mer_nobody'], 2, /required option '--url <url>'/],
    ['no database', ['list'], 1, /^merchant: the database does not answer \(MONGODB_URI\)\n$/, NO_DATABASE],
    [
      'a wrong password',
      ['list'],
      1,
      /^merchant: the database refuses access \(MONGODB_URI\): .*\n$/,
      { MONGODB_URI: withPassword(process.env.MONGODB_URI ?? '') },
    ],
    ['no secrets', ['list'], 78, /^Bad configuration:\n.*"MASTER_KEY"/, { MASTER_KEY: '' }],
  ];

  // Begun while the others run: an absent database is waited for.
  let wronglyRun: (row: (typeof WRONG)[number]) => Promise<Ran>;
  before(() => (wronglyRun = inParallel(WRONG, ([, args, , , env]) => merchant(args, env))));

  for (const row of WRONG) {
    const [what, , code, says] = row;
    it(`says in one line what is wrong with ${what}`, async () => {
      const { stderr, ...ran } = await wronglyRun(row);
      expect(stderr).to.match(says);
      expect(stderr).to.not.match(/\n\s+at /);
      expect(ran).to.deep.equal({ code, stdout: '' });
    });
  }

  it('keeps the log out of its answer, while Redis is away too', async () => {
    const { code, stdout, stderr } = await merchant(['list', '--json'], { ...NO_REDIS, LOG_LEVEL: 'warn' });
    expect(stderr).to.include('"message":"redis.failed"');
    expect(JSON.parse(stdout)).to.be.an('array');
    expect(code).to.equal(0);
  });

  it('explains itself with --help, and every command too', async () => {
    const commands = ['create', 'list', 'rotate-secret', 'suspend', 'activate', 'probe', 'evidence', 'settlement'];
    const [whole, ...each] = await Promise.all([
      merchant(['--help']),
      ...commands.map((name) => merchant([name, '--help'])),
    ]);
    for (const name of commands) expect(whole?.stdout).to.include(name);
    for (const [index, name] of commands.entries()) {
      expect(each[index]?.stdout).to.include(`merchant ${name}`).and.include('--json');
      expect(each[index]).to.include({ code: 0, stderr: '' });
    }
  });

  it('changes no keys under the master key of another installation, under which nobody could sign', async () => {
    const { id = '' } = parsed(await create());
    const keysOf = async () => {
      const { publicKeyHash, secrets } = (await merchants.findOne({ _id: id })) ?? {};
      return { publicKeyHash, secrets };
    };
    const before = await keysOf();
    const elsewhere = { MASTER_KEY: randomBytes(32).toString('base64') };
    const tried = [
      ['rotate-secret', id],
      ['rotate-key', id],
      ['probe', id, '--url', 'http://127.0.0.1:9/ipn'],
    ];
    const stderr = `merchant: No MASTER_KEY opens what the merchant ${id} has: add the key that it was sealed under\n`;
    for (const ran of await Promise.all(tried.map((args) => merchant(args, elsewhere))))
      expect(ran).to.deep.equal({ code: 1, stdout: '', stderr });
    expect(await keysOf()).to.deep.equal(before);
  });

  it('says that a change may be done when the database is lost over it', async () => {
    const { id = '' } = parsed(await create());
    const { MONGODB_URI = '' } = process.env;
    const proxy = await startMongoProxy(MONGODB_URI);
    proxy.onOperation = ({ command }) => (command === 'findAndModify' ? lose() : undefined);
    const ran = await merchant(['rotate-key', id], { ...STORE_WAITS, MONGODB_URI: proxy.through(MONGODB_URI) });
    const may = 'what was asked for may be done all the same: look before you repeat it';
    const stderr = `merchant: the database does not answer (MONGODB_URI); ${may}\n`;
    expect(ran).to.deep.equal({ code: 1, stdout: '', stderr });
  });

  it('fails, and says why, when its answer cannot be written: nobody has seen the key that it made', async () => {
    const { id = '' } = parsed(await create());
    const command = [process.execPath, 'dist/scripts/merchant.js', 'rotate-key', id];
    const child = spawn('sh', ['-c', 'exec "$@" > /dev/full', 'sh', ...command], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<unknown[]>]);
    expect(stderr).to.match(/^merchant: This is done, but its answer could not be written \(ENOSPC: .*\)\n$/);
    expect(code).to.equal(1);
  });

  it('ends without a word when nobody reads its answer any more', async () => {
    const child = spawn(process.execPath, ['dist/scripts/merchant.js', 'list'], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.destroy();
    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close') as Promise<unknown[]>]);
    expect({ code, stderr }).to.deep.equal({ code: 141, stderr: '' });
  });
});
