import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { accessOf, type StripeAccess } from '../../src/connectors/stripe/access.js';
import { createStripeCards } from '../../src/connectors/stripe/cards.js';
import { checkStripe } from '../../src/connectors/stripe/check.js';
import { stripe as gateway } from '../../src/connectors/stripe/index.js';
import { createClient } from '../../src/connectors/stripe/client.js';
import { createStripeRefunds } from '../../src/connectors/stripe/refunds.js';
import { connectorContract } from '../contract/connector.contract.js';
import { refundContract } from '../contract/refund.contract.js';
import { STRIPE_CARDS } from '../gateways/stripe/card-cases.js';
import { cardAbout } from '../support/about.js';
import { authorization } from '../support/card-authorization.js';
import { pressAt } from './customer.js';
import { requiredKey } from './required-key.js';

const LIMIT_MS = 60_000;

interface Listed {
  id: string;
  status: string;
  amount: number;
  metadata: { trx?: string };
}

describe('Stripe itself, in test mode', function () {
  this.timeout(LIMIT_MS * 3);
  const secret_key = requiredKey('STRIPE_TEST_KEY');
  const credentials = {
    secret_key,
    webhook_secret: 'whsec_of_nobody',
    ...(process.env.STRIPE_TEST_CARDS && { test_cards: process.env.STRIPE_TEST_CARDS }),
  };
  const access = (changes: Partial<StripeAccess> = {}): StripeAccess => ({
    ...accessOf({ account: 'truth', mode: 'test', credentials }),
    ...changes,
  });

  /** What of a list is about one of our payments: these suites have just made it, so it is among the newest. */
  async function listed(path: string, trx: string): Promise<Listed[]> {
    const call = { method: 'GET', path, fields: { limit: 100 } } as const;
    const { body } = await createClient(access()).call(call, AbortSignal.timeout(LIMIT_MS));
    return (body as { data: Listed[] }).data.filter(({ metadata }) => metadata.trx === trx);
  }
  const succeeded = async (path: string, trx: string) =>
    (await listed(path, trx)).filter(({ status }) => status === 'succeeded');

  it('takes the key, in this mode', async () => {
    const findings = await checkStripe(access(), gateway.methods);
    const wrong = findings.filter(
      ({ name, ok }) => ['reachable', 'authenticated', 'mode', 'clock'].includes(name) && !ok,
    );
    expect(wrong).to.deep.equal([]);
  });

  describe('cards', () => {
    const completes = ({ url }: { url: string }) => pressAt(url, /complete/i);
    const fails = ({ url }: { url: string }) => pressAt(url, /fail/i);

    connectorContract({
      connect: (options = {}) => createStripeCards(access(options)),
      cards: STRIPE_CARDS,
      customer: { passes: completes, failsThreeTimes: fails, cancels: fails },
      timesCharged: async (trx) => (await succeeded('/v1/payment_intents', trx)).length,
    });
  });

  describe('refunds', () => {
    refundContract({
      connect: (options = {}) => createStripeRefunds(access(options)),
      async moveMoney() {
        const trx = randomUUID();
        const about = { ...cardAbout(`${trx}-1`), trx };
        const result = await createStripeCards(access()).authorizeCard(authorization(STRIPE_CARDS.approved), about);
        if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
        return { key: about.key, trx, currency: about.currency, reference: result.reference };
      },
      amounts: { refused: null, pending: null, hangsRefunded: null, hangsRefused: null },
      refunded: async (trx) => (await succeeded('/v1/refunds', trx)).map(({ amount }) => amount).reverse(),
    });
  });
});
