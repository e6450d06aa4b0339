import { expect } from 'chai';
import { config } from '../../../config/index.js';
import { freePort } from '../../../scripts/development/free-port.js';
import type { StripeAccess } from '../../../src/connectors/stripe/access.js';
import { checkStripe } from '../../../src/connectors/stripe/check.js';
import { EVENTS } from '../../../src/connectors/stripe/webhook.js';
import { stripe as gateway } from '../../../src/connectors/stripe/index.js';
import { stripeAccess } from './access.js';
import { startStripe, type StripeStandIn } from './stand-in.js';

describe('the check of an account at Stripe', () => {
  let stripe: StripeStandIn;
  const url = `${config.publicUrl}/callbacks/stripe-test`;
  beforeEach(async () => {
    stripe = await startStripe();
    stripe.world.endpoints.push({ url, status: 'enabled', enabled_events: [...EVENTS] });
  });
  afterEach(() => stripe.close());

  /** The names of what is not as it must be. */
  async function faults(changes: Partial<StripeAccess> = {}, methods = gateway.methods): Promise<string[]> {
    const findings = await checkStripe(stripeAccess({ apiUrl: stripe.url, ...changes }), methods);
    return findings.flatMap(({ name, ok }) => (ok ? [] : [name]));
  }

  it('finds nothing wrong with one that can be used', async () => {
    const findings = await checkStripe(stripeAccess({ apiUrl: stripe.url }), gateway.methods);
    expect(findings.map(({ name }) => name)).to.deep.equal([
      'reachable',
      'authenticated',
      'mode',
      'clock',
      'raw cards',
      'webhook',
      'currencies',
    ]);
    expect(findings.filter(({ ok }) => !ok)).to.deep.equal([]);
  });

  it('says what is wrong', async () => {
    expect(await faults({ mode: 'live' })).to.deep.equal(['mode']);
    expect(await faults({ secretKey: 'sk_test_revoked00000' })).to.deep.equal(['reachable']);
    expect(await faults({ apiUrl: `http://127.0.0.1:${await freePort()}` })).to.deep.equal(['reachable']);
    stripe.world.rawCards = false;
    expect(await faults()).to.deep.equal(['raw cards']);
    expect(await faults({ testTokens: true })).to.deep.equal([]);
    stripe.world.rawCards = true;
    stripe.world.currencies = ['eur'];
    expect(await faults()).to.deep.equal(['currencies']);
    stripe.world.currencies.push('usd', 'gbp', 'cad', 'aud', 'jpy', 'kwd', 'inr', 'bdt');
    stripe.turnClock(-200);
    expect(await faults()).to.deep.equal(['clock']);
  });

  it('asks of an account only what its methods need', async () => {
    stripe.world.rawCards = false;
    stripe.world.currencies = ['eur'];
    expect(await faults({}, [{ method: 'sepa', currencies: ['EUR'] }])).to.deep.equal([]);
    expect(await faults({}, [{ method: 'card', currencies: ['EUR', 'USD'] }])).to.deep.equal([
      'raw cards',
      'currencies',
    ]);
  });

  it('looks for the webhook, and for each event that it is to tell', async () => {
    const [hook] = stripe.world.endpoints;
    if (!hook) throw new Error('It was just made');
    hook.enabled_events = ['*'];
    expect(await faults()).to.deep.equal([]);
    hook.enabled_events = ['payment_intent.succeeded'];
    expect(await faults()).to.deep.equal(['webhook']);
    Object.assign(hook, { enabled_events: [...EVENTS], status: 'disabled' });
    expect(await faults()).to.deep.equal(['webhook']);
    Object.assign(hook, { status: 'enabled', url: `${url}-2` });
    expect(await faults()).to.deep.equal(['webhook']);
  });

  it('goes on where one question has no answer', async () => {
    stripe.spoil(/account$/, 'garbage');
    expect(await faults()).to.deep.equal(['currencies']);
  });
});

describe('the credentials of an account at Stripe', () => {
  const field = (name: string) => {
    const found = gateway.credentials.find((each) => each.name === name);
    if (!found) throw new Error(`There is no ${name}`);
    return found;
  };

  it('say their mode, and are told from others', () => {
    const { schema, modeOf } = field('secret_key');
    for (const [key, mode] of [
      ['sk_test_4eC39HqLyjWD', 'test'],
      ['rk_test_4eC39HqLyjWD', 'test'],
      ['sk_live_4eC39HqLyjWD', 'live'],
      ['rk_live_4eC39HqLyjWD', 'live'],
      ['sk_test_123', 'test'], // of Stripe's own examples
      ['sk_test_of_a_stand_in', 'test'],
    ] as const) {
      expect(schema.validate(key).error, key).to.equal(undefined);
      expect(modeOf?.(key)).to.equal(mode);
    }
    for (const wrong of ['pk_test_4eC39HqLyjWD', 'sk_test_', 'sk_4eC39HqLyjWD', 'sk_test_4eC39HqLyjWD\nx'])
      expect(schema.validate(wrong).error, wrong).to.not.equal(undefined);
    for (const secret of ['whsec_abcdefgh', 'whsec_test'])
      expect(field('webhook_secret').schema.validate(secret).error, secret).to.equal(undefined);
    for (const [value, ok] of [
      ['numbers', true],
      ['tokens', true],
      ['both', false],
    ] as const)
      expect(field('test_cards').schema.validate(value).error === undefined).to.equal(ok);
  });
});
