import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ROOT } from '../../config/root.js';
import { CLIENT_ID, CLIENT_SECRET, startCashfree } from '../gateways/cashfree/stand-in.js';
import { startStripe, STRIPE_KEY, type StripeStandIn } from '../gateways/stripe/stand-in.js';

/** `scripts/gateways …`, with these settings. */
async function gateways(args: string[], env: Record<string, string> = {}) {
  const run = promisify(execFile)('scripts/gateways', args, { cwd: ROOT, env: { ...process.env, ...env } });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, said: stdout + stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );
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

  it('is not known without one, which is said', async () => {
    const { code, said } = await gateways(['truth', 'stripe'], { STRIPE_TEST_KEY: '' });
    expect(code).to.not.equal(0);
    expect(said).to.include('STRIPE_TEST_KEY is not set');
    const unknown = await gateways(['truth', 'nobody']);
    expect(unknown.said).to.include('there is no truth about nobody');
  });
});
