import { expect } from 'chai';
import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { freePort } from '../../scripts/development/free-port.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startAdyen, type AdyenStandIn } from '../gateways/adyen/stand-in.js';
import { CREDENTIALS as BKASH, startBkash } from '../gateways/bkash/stand-in.js';
import { CLIENT_ID, CLIENT_SECRET, startCashfree } from '../gateways/cashfree/stand-in.js';
import { CREDENTIALS as NAGAD } from '../gateways/nagad/credentials.js';
import { startNagad } from '../gateways/nagad/stand-in.js';
import { deleteKeys } from '../support/redis-keys.js';
import { startStripe, STRIPE_KEY, type StripeStandIn } from '../gateways/stripe/stand-in.js';

/** `scripts/gateways …`, with these settings. */
async function gateways(args: string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)('scripts/gateways', args, { cwd: ROOT, env: { ...process.env, ...env } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
}

const named = (prefix: string, values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}_TEST_${name.toUpperCase()}`, value]));

/** What is to be pressed on a wallet's or a bank's page, by what the run asks a person to do. */
const PRESSED: [asked: RegExp, action: string][] = [
  [/>> confirm/, 'complete'],
  [/>> fail/, 'fail'],
  [/>> (agree|pay \d)/, 'confirm'],
  [/>> cancel/, 'cancel'],
  [/>> pay with a wrong PIN/, 'fail'],
];

/** Presses a button, and goes back where that leads to this machine. */
async function press(url: string, action: string): Promise<void> {
  const { headers } = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  const back = headers.get('location');
  if (back?.startsWith('http://127.0.0.1')) await fetch(back);
}

/** The same with somebody who does at the wallet's or the bank's page what the run asks for. */
async function withPerson(args: string[], env: Record<string, string>) {
  const run = spawn('scripts/gateways', args, { cwd: ROOT, env: { ...process.env, ...env }, stdio: 'pipe' });
  const ended = once(run, 'exit');
  let said = '';
  run.stderr.on('data', (chunk) => (said += String(chunk)));
  for await (const line of createInterface({ input: run.stdout })) {
    said += `${line}\n`;
    const action = PRESSED.find(([asked]) => asked.test(line))?.[1];
    const [url] = /http:\S+/.exec(line) ?? [];
    if (action && url) await press(url, action);
  }
  const [code] = (await ended) as [number];
  return { code, said };
}

describe('the truth about a gateway', () => {
  let stripe: StripeStandIn;
  before(async () => {
    stripe = await startStripe();
  });
  after(() => stripe.close());

  it('is asked with a key: every suite runs, and Chromium plays the customer', async () => {
    const { code, said } = await gateways(['truth', 'stripe'], {
      STRIPE_TEST_KEY: STRIPE_KEY,
      GATEWAY_URL_STRIPE: stripe.url,
    });
    expect(said).to.match(/\d\d passing/);
    expect(code, said).to.equal(0);
    expect(said).to.not.include(STRIPE_KEY);
  });

  it('of Cashfree is asked in the same way, which plays the customer itself', async () => {
    const cashfree = await startCashfree();
    try {
      const { code, said } = await gateways(['truth', 'cashfree'], {
        CASHFREE_TEST_ID: CLIENT_ID,
        CASHFREE_TEST_SECRET: CLIENT_SECRET,
        GATEWAY_URL_CASHFREE: cashfree.url,
      });
      expect(said).to.match(/\d passing/);
      expect(code, said).to.equal(0);
      expect(said).to.not.include(CLIENT_SECRET);
    } finally {
      await cashfree.close();
    }
  });

  for (const [name, start, credentials] of [
    ['bkash', startBkash, named('BKASH', BKASH)],
    ['nagad', startNagad, { ...named('NAGAD', NAGAD), NAGAD_TEST_PUBLIC_KEY: NAGAD.nagad_public_key }],
  ] as const)
    it(`of ${name} is asked with a person as the customer, and a stand-in's is nobody's truth`, async () => {
      const wallet = await start();
      const QUEUE_PREFIX = `{truth-${randomUUID()}}`; // no token of an earlier run
      try {
        const env = { ...credentials, QUEUE_PREFIX, [`GATEWAY_URL_${name.toUpperCase()}`]: wallet.url };
        const { code, said } = await withPerson(['truth', name, 'no-account'], env);
        expect(said, said)
          .to.match(/\d passing/)
          .and.not.match(/failing/);
        expect(code, said).to.equal(1);
        expect(said).to.include('There is no gateway account no-account');
        for (const value of Object.values(credentials)) expect(said).to.not.include(value);
      } finally {
        await Promise.all([wallet.close(), deleteKeys(QUEUE_PREFIX)]);
      }
    });

  describe('of Adyen', () => {
    const keys = { ADYEN_TEST_API_KEY: ADYEN_KEY, ADYEN_TEST_MERCHANT_ACCOUNT: MERCHANT_ACCOUNT };
    let adyen: AdyenStandIn;
    let env: Record<string, string>;
    before(async () => {
      adyen = await startAdyen();
      env = { ...keys, GATEWAY_URL_ADYEN: adyen.url };
    });
    after(() => adyen.close());

    it('is heard where its webhook arrives, and a person plays the customer', async () => {
      const port = String(await freePort());
      adyen.hook(`http://127.0.0.1:${port}/`);
      const heard = { ADYEN_TEST_WEBHOOK_PORT: port, ADYEN_TEST_HMAC_KEY: HMAC_KEY };
      const { code, said } = await withPerson(['truth', 'adyen', 'no-account'], { ...env, ...heard });
      expect(said)
        .to.match(/1\d passing/)
        .and.not.match(/failing|left out/);
      expect(code, said).to.equal(1);
      expect(said).to.include('There is no gateway account no-account');
      for (const secret of [ADYEN_KEY, HMAC_KEY]) expect(said).to.not.include(secret);
    });

    it('is not whole where nothing arrives, which is said, and then no account is noted', async () => {
      const { code, said } = await withPerson(['truth', 'adyen'], env);
      expect(said).to.include('left out: what Adyen tells').and.include('ADYEN_TEST_WEBHOOK_PORT is not set');
      expect(code, said).to.equal(0);
      const noted = await gateways(['truth', 'adyen', 'adyen-test'], env);
      expect(noted.code).to.not.equal(0);
      expect(noted.said).to.include('no account is noted as seen unless');
    });
  });

  it('is not known without one, which is said', async () => {
    const { code, said } = await gateways(['truth', 'stripe'], { STRIPE_TEST_KEY: '' });
    expect(code).to.not.equal(0);
    expect(said).to.include('STRIPE_TEST_KEY is not set');
    const unknown = await gateways(['truth', 'nobody']);
    expect(unknown.said).to.include('there is no truth about nobody');
  });
});
