import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { About } from '../../../src/connectors/about.js';
import { ConnectorError, NothingTaken } from '../../../src/connectors/connector.js';
import type { DebitRequest } from '../../../src/connectors/orders.js';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { createStripeDebits } from '../../../src/connectors/stripe/debits.js';
import { createStripeDisputes } from '../../../src/connectors/stripe/disputes.js';
import { createStripeRefunds } from '../../../src/connectors/stripe/refunds.js';
import type { Served } from '../../support/serve.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { thrownBy } from '../../support/thrown-by.js';
import { stripeAccess } from './access.js';
import { altered, type Said } from './altered.js';
import { openDispute } from './disputes.js';
import { startStripe, type StripeStandIn } from './stand-in.js';

const APPROVED = '4242424242424242';
const CHALLENGED = '4000000000003220';

const DEBIT: DebitRequest = {
  iban: 'DE89370400440532013000',
  holder: 'Ada Lovelace',
  mandate: 'OURS1',
  payer: { id: 'c0ffee', email: 'ada@example.com', ip: '127.0.0.1', userAgent: 'Mozilla/5.0' },
  expiresAt: new Date(Date.now() + 86_400_000),
  callbackUrl: 'http://127.0.0.1:1/callback',
};

const refusal = (status: number, error: object) => (): Said => ({
  status,
  body: { error: { type: 'invalid_request_error', message: 'No', ...error } },
});

const holds = (changes: object) => (said: Said) => ({ ...said, body: { ...said.body, ...changes } });

describe('answers of Stripe', () => {
  let stripe: StripeStandIn;
  let between: Served | undefined;
  before(async () => {
    stripe = await startStripe();
  });
  after(() => stripe.close());
  afterEach(async () => {
    stripe.mend();
    await between?.close();
    between = undefined;
  });

  /** An account at the stand-in, some of whose answers are changed. */
  async function where(calls: RegExp, change: (said: Said) => Said) {
    between = await altered(stripe.url, calls, change);
    return stripeAccess({ apiUrl: between.url });
  }
  const asItIs = () => stripeAccess({ apiUrl: stripe.url });

  async function paid(): Promise<About & { reference: string }> {
    const about = cardAbout(randomUUID());
    const result = await createStripeCards(asItIs()).authorizeCard(authorization(APPROVED), about);
    if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
    return { ...about, reference: result.reference };
  }

  const refundOf = ({ key, trx, currency, reference }: About, amount: number) => ({
    key: `${trx}-r1`,
    trx,
    amount,
    currency,
    since: new Date(),
    charge: { key, at: new Date(), ...(reference !== undefined && { reference }) },
  });

  describe('about something else are not believed:', () => {
    it('a confirmation of another card payment, or of another debit', async () => {
      const { reference } = await paid();
      const other = { id: reference, status: 'succeeded', amount_received: 4990, metadata: { key: 'o', trx: 'o' } };
      const access = await where(/confirm$/, holds(other));
      for (const call of [
        createStripeCards(access).authorizeCard(authorization(CHALLENGED), cardAbout(randomUUID())),
        createStripeDebits(access).createDebit(DEBIT, cardAbout(randomUUID())),
      ])
        expect(await thrownBy(call))
          .to.be.instanceOf(ConnectorError)
          .and.not.instanceOf(NothingTaken);
    });

    it('another refund', async () => {
      const refund = refundOf(await paid(), 100);
      const access = await where(/^POST \/v1\/refunds/, holds({ metadata: { key: 'another-r1', trx: 'another' } }));
      expect(await thrownBy(createStripeRefunds(access).refund({ reason: 'other' }, refund))).to.be.instanceOf(
        ConnectorError,
      );
      expect(await createStripeRefunds(asItIs()).fetchRefund(refund)).to.include({ outcome: 'refunded' });
    });

    it("another payment's dispute", async () => {
      const [mine, other] = [await paid(), await paid()];
      const charge = [...stripe.world.charges.values()].find(({ metadata }) => metadata.key === other.key);
      if (!charge) throw new Error('There is no charge');
      const dispute = openDispute(stripe.world, charge);
      const access = await where(/^GET \/v1\/disputes/, holds({ data: [dispute] }));
      expect(await createStripeDisputes(access).disputesOf(mine)).to.deep.equal([]);
      const whole = { ...dispute, payment_intent: { id: other.reference, object: 'payment_intent', metadata: null } };
      await between?.close();
      const expanded = await where(/^GET \/v1\/disputes/, holds({ data: [whole] }));
      expect(await createStripeDisputes(expanded).disputesOf(other)).to.have.length(1);
    });
  });

  describe('that refuse a key which was taken before', () => {
    const REFUSALS: [what: string, refused: () => Said][] = [
      ['400', refusal(400, { code: 'account_invalid' })],
      ['404', refusal(404, { code: 'resource_missing' })],
      ['402', refusal(402, {})],
    ];
    for (const [what, refused] of REFUSALS)
      it(`by ${what} do not mean that it charged nothing`, async () => {
        const { reference: _, ...about } = await paid();
        const cards = createStripeCards(await where(/^POST \/v1\/payment_intents$/, refused));
        expect(await cards.fetchCard(about)).to.include({ outcome: 'authorized' });
        expect(await cards.voidCard(about)).to.include({ outcome: 'authorized' });
        expect(await cards.fetchCard(cardAbout(randomUUID()))).to.deep.equal({ outcome: 'not_charged' });
      });
  });

  describe('about the card', () => {
    const FIELDS: object[] = [
      { code: 'email_invalid', param: 'billing_details[email]' },
      { param: 'billing_details[address][country]' },
      { code: 'parameter_invalid_string_empty' },
    ];
    for (const error of FIELDS)
      it(`that refuse ${JSON.stringify(error)} are no fault of the account's, and charge nothing`, async () => {
        const about = cardAbout(randomUUID());
        const cards = createStripeCards(await where(/payment_methods$/, refusal(400, error)));
        expect(await cards.authorizeCard(authorization(APPROVED), about)).to.include({
          outcome: 'declined',
          reason: 'gateway_error',
        });
        expect(stripe.timesCharged(about.trx)).to.equal(0);
      });
  });

  describe('that want what no page can give', () => {
    const ACTIONS: [what: string, next_action: object | null][] = [
      ['use_stripe_sdk', { type: 'use_stripe_sdk', use_stripe_sdk: {} }],
      ['a redirect without a URL', { type: 'redirect_to_url', redirect_to_url: { url: null, return_url: null } }],
      ['a redirect without anything', { type: 'redirect_to_url' }],
      ['card_await_notification', { type: 'card_await_notification', card_await_notification: {} }],
      ['nothing', null],
    ];
    for (const [what, next_action] of ACTIONS)
      it(`(${what}) end in an intent that is closed`, async () => {
        const about = cardAbout(randomUUID());
        const access = await where(/payment_intents\/pi_\w+(\/confirm)?(\?|$)/, (said) =>
          said.body.status === 'requires_action' ? holds({ next_action })(said) : said,
        );
        const cards = createStripeCards(access);
        expect(await cards.authorizeCard(authorization(CHALLENGED), about)).to.deep.equal({ outcome: 'not_charged' });
        const [intent] = [...stripe.world.intents.values()].filter(({ metadata }) => metadata.key === about.key);
        expect(intent?.status).to.equal('canceled');
      });

    for (const [what, changes] of [
      ['they name no page', { next_action: null }],
      ['the money is only held', { status: 'requires_capture', next_action: null }],
    ] as const)
      it(`are known to stay open when it is only seen later that ${what}`, async () => {
        const about = cardAbout(randomUUID());
        await createStripeCards(asItIs()).authorizeCard(authorization(CHALLENGED), about);
        const access = await where(/^GET .*payment_intents\/pi_\w+(\?|$)/, (said) =>
          said.body.status === 'requires_action' ? holds(changes)(said) : said,
        );
        const cards = createStripeCards(access);
        expect(await cards.fetchCard(about)).to.include({ outcome: 'declined', open: true });
        expect(await cards.voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
      });
  });

  describe('about the mandate of a debit that is with the banks', () => {
    const NONE: [what: string, change: (said: Said) => Said][] = [
      ['403', refusal(403, {})],
      ['404', refusal(404, { code: 'resource_missing' })],
      ['429', refusal(429, { code: 'rate_limit' })],
      ['500', refusal(500, { type: 'api_error' })],
      ['another form', holds({ payment_method_details: { type: 'sepa_debit' } })],
    ];
    for (const [what, change] of NONE)
      it(`(${what}) never make it a debit that was not taken`, async () => {
        const about = cardAbout(randomUUID());
        const order = await createStripeDebits(await where(/mandates/, change)).createDebit(DEBIT, about);
        expect(order).to.have.all.keys('reference');
        expect(await createStripeDebits(asItIs()).cancelOrder(about))
          .to.have.property('outcome')
          .that.is.not.equal('cancelled');
      });

    it('as well as about itself, after a confirmation without a first answer', async () => {
      const about = cardAbout(randomUUID());
      await createStripeDebits(asItIs()).createDebit(DEBIT, about);
      const debits = createStripeDebits(await where(/^GET .*payment_intents/, refusal(429, { code: 'lock_timeout' })));
      expect(await thrownBy(debits.createDebit(DEBIT, about)))
        .to.be.instanceOf(ConnectorError)
        .and.not.instanceOf(NothingTaken);
    });
  });

  it('may list refunds that somebody else has made, without metadata', async () => {
    const about = await paid();
    const refund = refundOf(about, 100);
    const access = await where(/^GET \/v1\/refunds/, ({ status, body }) => ({
      status,
      body: {
        ...body,
        data: [
          { id: 're_theirs', object: 'refund', amount: 1, currency: 'eur', created: 1, status: null, metadata: null },
          ...(body.data as object[]), // a list of the stand-in's
        ],
      },
    }));
    await createStripeRefunds(access).refund({ reason: 'other' }, refund);
    expect(await createStripeRefunds(access).fetchRefund(refund)).to.include({ outcome: 'refunded' });
  });
});
