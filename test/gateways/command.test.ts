import { expect } from 'chai';
import { randomBytes } from 'node:crypto';
import { spawnSync } from 'node:child_process';
import { ROOT } from '../../config/root.js';
import { auditOf } from '../console/console.js';
import { connectDatabase } from '../../src/database/client.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import { gatewayAccounts } from '../../src/gateways/account.model.js';

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
      ['{"api_key": "c2VjcmV0LWluLWpzb24"}', '- cannot be read: it has no line NAME=VALUE'],
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
