import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from '../../config/root.js';
import { auditOf } from '../console/console.js';
import { connectDatabase, mongoClient } from '../../src/database/client.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';
import { keyOf } from '../../src/redis/keys.js';
import { until } from '../../scripts/until.js';
import { serve } from '../support/serve.js';
import { withRedis } from '../support/redis-keys.js';
import { anAccount } from './an-account.js';

/** `npm run gateway -- …`, as ./scripts/test has built it. @param input what it reads on standard input */
function gateway(args: string[], input = '', env: NodeJS.ProcessEnv = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['dist/scripts/gateway.js', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    input,
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

describe('the gateway command', () => {
  const id = `cli-${randomBytes(5).toString('hex')}`;
  before(connectDatabase);
  after(() => gatewayAccounts.deleteOne({ _id: id }));

  const added = (...more: string[]) =>
    gateway(['add', '--id', id, '--connector', 'sandbox', '--mode', 'test', '--on-request', '--json', ...more]);

  it('adds, lists, pauses, resumes and closes', async () => {
    const made = added('--priority', '7', '--no-three-ds', '--methods', '[{"method":"upi","currencies":["INR"]}]');
    expect(made).to.include({ status: 0, stderr: '' });
    expect(JSON.parse(made.stdout)).to.deep.include({ id, priority: 7, three_ds: false, on_request: true });
    expect(gateway(['list']).stdout).to.match(new RegExp(`^${id} +active +test +7 sandbox upi$`, 'm'));
    for (const [what, status] of [
      ['pause', 'paused'],
      ['resume', 'active'],
      ['close', 'closed'],
    ] as const)
      expect(JSON.parse(gateway([what, id, '--json']).stdout)).to.include({ id, status });
    const lines = (await auditOf(id)).map(({ action, email }) => `${action} ${email}`);
    expect(lines).to.include('gateway_account.created cli').and.include('gateway_account.closed cli');
  });

  it('takes credentials from standard input, and names those that the gateway has not', () => {
    const { status, stdout, stderr } = gateway(
      ['replace-credentials', id, '--credentials', '-'],
      'API_KEY=hush-hush\n',
    );
    expect({ status, stdout }).to.deep.equal({ status: 1, stdout: '' });
    expect(stderr).to.include('credentials.API_KEY is not known').and.not.include('hush');
    for (const [input, says] of [
      ['', 'credentials must name at least one'],
      ['{"api_key": "c2VjcmV0LWluLWpzb24"}', '- cannot be read: line 1 is not NAME=VALUE'],
      ['c2VjcmV0LWluLXRoZS13cm9uZy1wbGFjZQ==\n', 'The name of one of the credentials is not known'],
    ]) {
      const refused = gateway(['replace-credentials', id, '--credentials', '-'], input);
      expect(refused).to.include({ status: 1, stdout: '' });
      expect(refused.stderr).to.include(says).and.not.include('c2VjcmV0');
    }
  });

  it('says in a line what is wrong', () => {
    expect(added())
      .to.include({ status: 1, stdout: '' })
      .and.have.property('stderr')
      .that.includes('There is a gateway');
    for (const misused of [
      ['add', '--id', id, '--connector', 'acme', '--mode', 'test'],
      ['seen', id, '--connector', 'acme'],
    ])
      expect(gateway(misused))
        .to.include({ status: 2, stdout: '' })
        .and.have.property('stderr')
        .that.includes('connector must be one of sandbox, stripe');
    expect(added('--priority', 'first')).to.include({ status: 2, stdout: '' });
    expect(added('--creditor-identifier', 'DE98ZZZ09999999999').stderr).to.include('creditor.name is required');
    expect(gateway(['pause', 'nobody']).stderr).to.equal('gateway: There is no gateway account nobody\n');
    expect(gateway(['add', '--id', id])).to.include({ status: 2, stdout: '' });
    const unread = gateway(['replace-credentials', id, '--credentials', '/no/such/file']);
    expect(unread).to.include({ status: 1 }).and.have.property('stderr').that.includes('/no/such/file cannot be read');
  });

  it('checks no live account at a stand-in, and says what to do when its credentials do not open', async () => {
    const live = `${id}-live`;
    const keys = `secret_key=sk_live_${'x'.repeat(24)}\nwebhook_secret=whsec_${'y'.repeat(24)}\n`;
    const named = ['--id', live, '--connector', 'stripe', '--mode', 'live', '--on-request', '--credentials', '-'];
    try {
      expect(gateway(['add', ...named], keys)).to.include({ status: 0, stderr: '' });
      for (const [env, says] of [
        [{ GATEWAY_URL_STRIPE: 'http://127.0.0.1:9' }, 'FAIL mode .*GATEWAY_URL_STRIPE'],
        [{ MASTER_KEY: randomBytes(32).toString('base64') }, 'FAIL credentials .*MASTER_KEY'],
      ] as const) {
        const { status, stdout } = gateway(['check', live], '', env);
        expect(status).to.equal(1);
        expect(stdout).to.match(new RegExp(`^${says}`, 'm'));
      }
      const standIn = { GATEWAY_URL_STRIPE: 'http://127.0.0.1:9' };
      const { stderr } = gateway(['add', ...named, '--id', `${live}-two`], keys, standIn);
      expect(stderr).to.include('mode must be test while GATEWAY_URL_* names a stand-in');
    } finally {
      await gatewayAccounts.deleteOne({ _id: live });
    }
  });

  it('check one that answers again, which is no longer left alone then', async () => {
    const account = `${id}-silent`;
    await gatewayAccounts.insertOne(anAccount({ _id: account }));
    const server = await serve((_, response) => response.end('{"settled": [], "next_cursor": null}'));
    try {
      await withRedis(async (redis) => {
        const breakers = keyOf('account-breakers');
        await redis.hset(breakers, account, Date.now() + 600_000);
        const child = spawn(process.execPath, ['dist/scripts/gateway.js', 'check', account], {
          cwd: ROOT,
          env: { ...process.env, SANDBOX_API_URL: server.url },
          stdio: 'ignore',
        });
        expect(await once(child, 'close')).to.deep.equal([0, null]);
        await until('nobody leaves it alone', async () => (await redis.hget(breakers, account)) === null);
      });
    } finally {
      await server.close();
      await gatewayAccounts.deleteOne({ _id: account });
    }
  });

  it('knows the accounts that are there from the first start before it', async () => {
    const name = `t_${randomBytes(5).toString('hex')}`;
    const uri = new URL(process.env.MONGODB_URI ?? '');
    uri.pathname = name;
    const nowhere = { MONGODB_URI: uri.href };
    try {
      const paused = gateway(['pause', 'sandbox-upi', '--json'], '', nowhere);
      expect(paused).to.include({ status: 0, stderr: '' });
      expect(JSON.parse(paused.stdout)).to.include({ id: 'sandbox-upi', status: 'paused' });
      const named = ['add', '--id', 'sandbox-card', '--connector', 'sandbox', '--mode', 'test'];
      expect(gateway(named, '', nowhere).stderr).to.equal(
        'gateway: There is a gateway account sandbox-card already, or was one\n',
      );
    } finally {
      await mongoClient.db(name).dropDatabase();
    }
  });

  it('tells which accounts a payment would be tried at', async () => {
    const { id: merchant } = await createMerchant({ name: 'Blue Tea Shop', mode: 'test' });
    const asked = ['--merchant', merchant, '--method', 'upi', '--currency', 'INR', '--amount', '100'];
    const { stdout, status } = gateway(['route', ...asked]);
    expect(status).to.equal(0);
    expect(stdout).to.match(/^1 +sandbox-upi +It is asked first\.$/m);
    expect(stdout).to.match(/^- +sandbox-card +It does not take upi in INR\.$/m);
  });

  it('tells what each gateway calls its credentials, and where they are entered', () => {
    expect(gateway(['connectors']).stdout)
      .to.match(/^sandbox \(Sandbox\)\n {2}behaviour /m)
      .and.match(/^stripe \(Stripe\)\n {2}secret_key +Secret key: /m);
    expect(gateway(['add', '--help']).stdout)
      .to.include('gateway -- connectors')
      .and.include('standard input');
  });
});
