import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { KeyTaken, NothingTaken } from '../../../src/connectors/connector.js';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { connectorContract } from '../../contract/connector.contract.js';
import { cardAbout } from '../../support/about.js';
import { authorization, TEST_CVV } from '../../support/card-authorization.js';
import { outOfTime } from '../out-of-time.js';
import { stripeAccess } from './access.js';
import { STRIPE_CARDS } from './card-cases.js';
import { fieldsOf, inside } from './fields.js';
import { answerChallenge, startStripe, type Fault, type StripeStandIn } from './stand-in.js';

const APPROVED = '4242424242424242';
const DAY = 86_400_000;

describe('the Stripe connector for cards', () => {
  let stripe: StripeStandIn;
  before(async () => {
    stripe = await startStripe();
  });
  after(() => stripe.close());
  afterEach(() => stripe.mend());

  const connect = ({ apiUrl = stripe.url, ...changes }: Partial<Parameters<typeof stripeAccess>[0]> = {}) =>
    createStripeCards(stripeAccess({ apiUrl, ...changes }));
  const timesCharged = (trx: string) => Promise.resolve(stripe.timesCharged(trx));
  const fails = ({ url }: { url: string }) => answerChallenge(url, 'fail');

  connectorContract({
    connect,
    cards: { ...STRIPE_CARDS, hangsCharged: '4000000000000770', hangsDeclined: '4000000000000887' },
    customer: { passes: ({ url }) => answerChallenge(url, 'complete'), failsThreeTimes: fails, cancels: fails },
    timesCharged,
  });

  /** The calls that were made meanwhile, as method and path without ids. */
  async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
    const before = stripe.calls.length;
    await run();
    const made = stripe.calls.slice(before);
    return made.map(({ method, path }) => `${method} ${path.replace(/\b(pi|pm|re)_\w+/, '*')}`);
  }

  const CREATE = 'POST /v1/payment_intents';
  const READ = 'GET /v1/payment_intents/*';
  const CONFIRM = 'POST /v1/payment_intents/*/confirm';

  describe('makes few calls:', () => {
    it('a payment is three, of which the first two go side by side', async () => {
      const calls = await callsOf(() => connect().authorizeCard(authorization(APPROVED), cardAbout(randomUUID())));
      expect(calls).to.have.members([CREATE, 'POST /v1/payment_methods', CONFIRM]).and.to.have.property('2', CONFIRM);
    });

    it('one more when it is repeated', async () => {
      const about = cardAbout(randomUUID());
      await connect().authorizeCard(authorization(APPROVED), about);
      expect(await callsOf(() => connect().authorizeCard(authorization(APPROVED), about)))
        .to.include(READ)
        .and.to.have.length(4);
    });

    it('asking is one by a reference, and two by the key', async () => {
      const about = cardAbout(randomUUID());
      const result = await connect().authorizeCard(authorization(APPROVED), about);
      const reference = 'reference' in result ? result.reference : '';
      expect(await callsOf(() => connect().fetchCard({ ...about, reference: String(reference) }))).to.deep.equal([
        READ,
      ]);
      expect(await callsOf(() => connect().fetchCard(about))).to.deep.equal([CREATE, READ]);
    });
  });

  it('sends a card to nobody but the call that is for it, and its tokens where they are asked for', async () => {
    const before = stripe.calls.length;
    await connect().authorizeCard(authorization(APPROVED), cardAbout(randomUUID()));
    const withCard = stripe.calls.slice(before).filter(({ body, query }) => `${body}${query}`.includes(APPROVED));
    expect(withCard.map(({ path }) => path)).to.deep.equal(['/v1/payment_methods']);
    const cards = connect({ testTokens: true });
    expect(await callsOf(() => cards.authorizeCard(authorization(APPROVED), cardAbout(randomUUID())))).to.deep.equal([
      CREATE,
      CONFIRM,
    ]);
    const declined = await cards.authorizeCard(authorization('4000000000009995'), cardAbout(randomUUID()));
    expect(declined).to.include({ outcome: 'declined', reason: 'insufficient_funds' });
  });

  it('charges customers whose address for mail has more than ASCII: Stripe hears it in ASCII, or not at all', async () => {
    for (const [email, told] of [
      ['ada@müller.example', 'ada@xn--mller-kva.example'],
      ['jörg@example.com', undefined],
    ] as const) {
      const payer = { id: 'c0ffee', email };
      const result = await connect().authorizeCard(authorization(APPROVED, { payer }), cardAbout(randomUUID()));
      expect(result).to.include({ outcome: 'authorized' });
      const handedIn = stripe.calls.findLast(({ path }) => path.endsWith('/payment_methods'));
      expect(inside(fieldsOf(handedIn?.body ?? ''), 'billing_details').email).to.equal(told);
    }
  });

  describe('a key that is older than 23 hours', () => {
    const old = (key: string) => cardAbout(key, { since: new Date(Date.now() - 23 * 3_600_000 - 60_000) });

    it('is never sent again: nothing is charged by it, and nothing by asking', async () => {
      const about = old(randomUUID());
      const calls = await callsOf(async () => {
        expect(
          await connect()
            .authorizeCard(authorization(APPROVED), about)
            .catch((error: unknown) => error),
        ).to.be.instanceOf(NothingTaken);
        expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
        expect(await connect().voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
      });
      expect(calls).to.not.include(CREATE).and.not.include(CONFIRM);
    });

    it('is found among the intents of its time, page by page', async () => {
      const key = randomUUID();
      await connect().authorizeCard(authorization(APPROVED), cardAbout(key));
      for (let no = 0; no < 110; no++) await connect().fetchCard(cardAbout(randomUUID()));
      const intent = [...stripe.world.intents.values()].find(({ metadata }) => metadata.key === key);
      const aDayAgo = Math.floor((Date.now() - DAY) / 1000);
      for (const each of stripe.world.intents.values()) each.created = aDayAgo;
      const about = cardAbout(key, { since: new Date(Date.now() - DAY) });
      expect(await connect().fetchCard(about)).to.include({ outcome: 'authorized', reference: intent?.id });
    });
  });

  describe('an answer that is spoiled', () => {
    const FAULTS: Fault[] = ['reset', 'half', 'garbage', '500', '500 before', '429', 'hang', 'hang before'];
    const STEPS = { create: /intents$/, 'hand in the card': /methods$/, confirm: /confirm$/ };
    for (const [step, path] of Object.entries(STEPS))
      for (const fault of FAULTS)
        it(`to ${step} by ${fault} charges once at most, and leaves nothing open`, async () => {
          const about = cardAbout(randomUUID());
          stripe.spoil(path, fault);
          const error: unknown = await outOfTime(stripe.isSilent, () =>
            connect().authorizeCard(authorization(APPROVED), about),
          ).catch((thrown: unknown) => thrown);
          expect(error).to.be.instanceOf(Error);
          const isSure = step !== 'confirm' || fault === '429';
          expect(error instanceof NothingTaken, 'it is known that nothing was taken').to.equal(isSure);
          const asked = await connect().fetchCard(about);
          const last = asked.outcome === 'not_charged' ? await connect().voidCard(about) : asked;
          expect(last.outcome).to.equal(stripe.timesCharged(about.trx) === 1 ? 'authorized' : 'not_charged');
          const late = await connect()
            .authorizeCard(authorization(APPROVED), about)
            .catch(() => null);
          if (late) expect(late.outcome).to.equal(last.outcome);
          expect(stripe.timesCharged(about.trx)).to.be.at.most(1);
        });
  });

  it('waits while an earlier request with its key is under way, and asks what it came to', async () => {
    const about = cardAbout(randomUUID());
    await connect().authorizeCard(authorization(APPROVED), about);
    stripe.idempotency.hold(`${about.key}:confirm`, 400);
    expect(await connect().authorizeCard(authorization(APPROVED), about)).to.include({ outcome: 'authorized' });
    stripe.idempotency.hold(`${about.key}:confirm`, 60_000);
    const before = stripe.calls.length;
    const hasWaited = () => stripe.calls.slice(before).filter(({ status }) => status === 409).length === 2;
    const error: unknown = await outOfTime(hasWaited, () =>
      connect().authorizeCard(authorization(APPROVED), about),
    ).catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error).and.not.instanceOf(NothingTaken).and.not.instanceOf(KeyTaken);
  });

  it('sends the whole card, with who pays and where they live', async () => {
    const about = cardAbout(randomUUID());
    const billing = { country: 'GB', address: '1 Abbey Road', city: 'London', postalCode: 'NW8 9AY' };
    const payer = { id: 'c0ffee', email: 'ada@example.com', billing };
    await connect().authorizeCard(authorization(APPROVED, { payer }), about);
    const handedIn = stripe.calls.find(({ headers }) => headers['idempotency-key'] === `${about.key}:pm`);
    expect(fieldsOf(handedIn?.body ?? '')).to.deep.equal({
      type: 'card',
      card: { number: APPROVED, exp_month: '12', exp_year: '2040', cvc: TEST_CVV },
      billing_details: {
        name: 'Ada Lovelace',
        email: 'ada@example.com',
        address: { country: 'GB', line1: '1 Abbey Road', city: 'London', postal_code: 'NW8 9AY' },
      },
    });
  });

  for (const [threeDs, asked, more] of [
    ['required', 'any', {}],
    ['risk_based', 'automatic', {}],
    ['off', 'automatic', { error_on_requires_action: 'true' }],
  ] as const)
    it(`asks for 3-D Secure as the merchant wants it (${threeDs})`, async () => {
      const about = cardAbout(randomUUID());
      await connect().authorizeCard(authorization(APPROVED, { threeDs }), about);
      const confirmed = stripe.calls.find(({ headers }) => headers['idempotency-key'] === `${about.key}:confirm`);
      expect(fieldsOf(confirmed?.body ?? ''))
        .to.deep.include({ payment_method_options: { card: { request_three_d_secure: asked } }, ...more })
        .and.to.have.property('use_stripe_sdk', 'false');
    });

  it('says that a key is taken when it was used for another amount', async () => {
    const key = randomUUID();
    await connect().fetchCard(cardAbout(key));
    const error: unknown = await connect()
      .fetchCard(cardAbout(key, { amount: 1 + 4990 }))
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(KeyTaken);
  });

  it('believes no answer about another payment', async () => {
    const [mine, other] = [cardAbout(randomUUID()), cardAbout(randomUUID())];
    const result = await connect().authorizeCard(authorization(APPROVED), other);
    const reference = 'reference' in result ? String(result.reference) : '';
    const error: unknown = await connect()
      .fetchCard({ ...mine, reference })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(Error);
  });

  it('takes a card that Stripe finds malformed for declined, and charges nothing', async () => {
    const about = cardAbout(randomUUID());
    const expired = authorization(APPROVED);
    const request = { ...expired, card: { ...expired.card, expiryYear: 2020 } };
    expect(await connect().authorizeCard(request, about)).to.include({
      outcome: 'declined',
      reason: 'expired_card',
      gatewayCode: 'invalid_expiry_year',
    });
    expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
  });

  it('declines what Stripe takes no payment of, as a fault of the gateway: another may take it', async () => {
    for (const [amount, currency, gatewayCode] of [
      [49, 'EUR', 'amount_too_small'],
      [1005, 'KWD', 'parameter_invalid_integer'],
    ] as const) {
      const about = cardAbout(randomUUID(), { amount, currency });
      expect(await connect().authorizeCard(authorization(APPROVED), about)).to.include({
        outcome: 'declined',
        reason: 'gateway_error',
        gatewayCode,
      });
      expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
    }
  });

  describe('an account that is not set up', () => {
    it('without raw card data takes nothing, and never declines', async () => {
      stripe.world.rawCards = false;
      try {
        const error: unknown = await connect()
          .authorizeCard(authorization(APPROVED), cardAbout(randomUUID()))
          .catch((thrown: unknown) => thrown);
        expect(error).to.be.instanceOf(NothingTaken);
        expect(String(error)).to.include('raw card data');
      } finally {
        stripe.world.rawCards = true;
      }
    });

    it('whose key was revoked fails nothing that was charged', async () => {
      const about = cardAbout(randomUUID());
      await connect().authorizeCard(authorization(APPROVED), about);
      const revoked = connect({ secretKey: 'sk_test_revoked0000000000' });
      expect(
        await revoked
          .authorizeCard(authorization(APPROVED), cardAbout(randomUUID()))
          .catch((thrown: unknown) => thrown),
      ).to.be.instanceOf(NothingTaken);
      expect(await revoked.fetchCard(about).catch((thrown: unknown) => thrown)).to.be.instanceOf(Error);
      expect(await connect().fetchCard(about)).to.include({ outcome: 'authorized' });
    });
  });

  it('of a cancel and a confirm at one moment, one wins and both say which', async () => {
    for (let time = 0; time < 20; time++) {
      const about = cardAbout(randomUUID());
      await connect().fetchCard(about);
      const [authorized, voided] = await Promise.all([
        connect().authorizeCard(authorization(APPROVED), about),
        connect().voidCard(about),
      ]);
      expect(authorized.outcome).to.equal(voided.outcome);
      expect(stripe.timesCharged(about.trx)).to.equal(authorized.outcome === 'authorized' ? 1 : 0);
    }
  });
});
