import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { beginCheckout, cardForm } from '../../checkout/shopper.js';
import { startTollgate, type Tollgate } from '../../support/tollgate.js';
import { discrepancies, type DiscrepancyRecord } from '../../../src/reconciliation/discrepancy.model.js';
import { aDiscrepancy } from '../../reconciliation/a-discrepancy.js';
import { closeDispute } from './disputes.js';
import { createRefund } from './refunds.js';
import { deliver, eventOf } from './webhooks.js';
import { answerChallenge, startStripe, STRIPE_KEY, WEBHOOK_SECRET, type StripeStandIn } from './stand-in.js';

const APPROVED = '4242424242424242';
const CHALLENGED = '4000000000003220';
const ACCOUNT = 'stripe-test';
const SLOW = 'DE08370400440532013003'; // longer than any spec waits
const SEPA = { action: 'pay', method: 'sepa', iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' };

describe('payments through Stripe', () => {
  let stripe: StripeStandIn;
  let tollgate: Tollgate;

  before(async () => {
    stripe = await startStripe();
    // Polls come long after any spec: what happens meanwhile is heard from the customer's return, or from Stripe.
    const env = { GATEWAY_URL_STRIPE: stripe.url, THREE_DS_POLL_WAITS: '120', GATEWAY_CALL_TIMEOUT: '5' };
    tollgate = await startTollgate({ env });
    const { status } = await tollgate.console('/api/gateway-accounts', {
      method: 'POST',
      body: {
        id: ACCOUNT,
        connector: 'stripe',
        mode: 'test',
        creditor: { name: 'Tollgate Sandbox', identifier: 'DE98ZZZ09999999999' }, // as sandbox-sepa has it: mandates are good for both
        credentials: { secret_key: STRIPE_KEY, webhook_secret: WEBHOOK_SECRET },
      },
    });
    expect(status).to.equal(201);
    stripe.hook(`${tollgate.urls.api}/callbacks/${ACCOUNT}`);
    await until('the account takes payments', async () => (await accountOf(APPROVED)) === ACCOUNT);
  });
  after(async () => {
    await tollgate.stop();
    await stripe.close();
  });

  async function pay(number: string, changes: object = {}): Promise<{ trx: string; url: string; status: unknown }> {
    const { body } = await tollgate.pay(number, changes);
    return { trx: String(body.trx), url: String(body.redirect_url), status: body.payment_status };
  }
  const stored = (trx: string) =>
    tollgate.database.collection<{ _id: string; account: string }>('payments').findOne({ _id: trx });
  const accountOf = async (number: string) => (await stored((await pay(number)).trx))?.account;
  const statusOf = async (trx: string) => (await tollgate.status(trx)).payment_status;

  it('charge a card once, and tell the merchant', async () => {
    const { trx, status } = await pay(APPROVED);
    expect(status).to.equal('success');
    expect(stripe.timesCharged(trx)).to.equal(1);
    await until('the merchant has heard', () => tollgate.receiver.received.some(({ body }) => body.includes(trx)));
  });

  it('decline as the issuer says', async () => {
    const { trx, status } = await pay('4000000000009995');
    expect(status).to.equal('failed');
    expect(await tollgate.status(trx)).to.include({ reason: 'insufficient_funds' });
  });

  it('wait for 3-D Secure and end by the return, whose query nobody believes', async () => {
    for (const [action, ends] of [
      ['complete', 'success'],
      ['fail', 'failed'],
    ] as const) {
      const { trx, url, status } = await pay(CHALLENGED);
      expect(status).to.equal('pending');
      const back = (await answerChallenge(url, action)) ?? '';
      expect(new URL(back).searchParams.get('redirect_status')).to.equal('succeeded');
      const { headers } = await fetch(back, { redirect: 'manual' });
      expect(headers.get('location')).to.not.include('payment_intent');
      expect(await statusOf(trx)).to.equal(ends);
      expect(stripe.timesCharged(trx)).to.equal(ends === 'success' ? 1 : 0);
    }
  });

  it('end by the webhook when the customer never comes back', async () => {
    const { trx, url } = await pay(CHALLENGED);
    await answerChallenge(url, 'complete');
    await until('Stripe has told', async () => (await statusOf(trx)) === 'success');
  });

  it('go back in parts', async () => {
    const { trx } = await pay(APPROVED);
    const { public_key } = tollgate.merchant;
    const refund = { public_key, trx, refund_identifier: `${trx}-part`, amount: 10 };
    const { body } = await tollgate.api('/h2h/refund', refund);
    expect(body).to.include({ refund_status: 'success', refunded_amount: 10 });
    expect(stripe.refunded(trx)).to.deep.equal([1000]);
  });

  it('have a refund of the dashboard that was taken over, until Stripe tells that it has failed', async () => {
    const { trx } = await pay(APPROVED);
    const intent = [...stripe.world.intents.values()].find(({ metadata }) => metadata.trx === trx);
    const made = createRefund(stripe.world, { payment_intent: intent?.id ?? '', amount: '1000', metadata: {} });
    const theirs = { amount: -1000, currency: 'USD', at: new Date(), reference: made.id };
    const { merchant, database } = tollgate;
    const kind = 'refund_not_here';
    const difference = aDiscrepancy({ trx, merchantId: merchant.id, kind, key: made.id, theirs, ours: null });
    await database.collection<DiscrepancyRecord>(discrepancies.collection.collectionName).insertOne(difference);
    const path = `/api/differences/${difference._id}/take-over`;
    expect((await tollgate.console(path, { method: 'POST' })).status).to.equal(200);
    expect(await tollgate.status(trx)).to.include({ refunded_amount: 10 });
    stripe.failRefund(made.id);
    await until('it counts no more', async () => (await tollgate.status(trx)).refunded_amount === 0);
    await until('the merchant hears of it', () =>
      tollgate.receiver.received.some(({ body }) => body.includes(trx) && body.includes('"refund.failed"')),
    );
  });

  it('are disputed, and lost, as Stripe tells', async () => {
    const { trx } = await pay('4000000000000259');
    const types = () =>
      tollgate.receiver.received.flatMap(({ body }) =>
        body.includes(trx) ? [(JSON.parse(body) as { type: string }).type] : [],
      );
    await until('the merchant hears of it', () => types().includes('dispute.opened'));
    const dispute = [...stripe.world.disputes.values()].find(
      ({ payment_intent }) => stripe.world.intents.get(payment_intent)?.metadata.trx === trx,
    );
    if (!dispute) throw new Error('There is no dispute');
    closeDispute(stripe.world, dispute, 'lost');
    await until('and of its end', () => types().includes('dispute.closed'));
  });

  it('are disputed before we know of their charge: Stripe is to tell that again, but not for ever', async () => {
    const tell = (created?: number) =>
      deliver(
        `${tollgate.urls.api}/callbacks/${ACCOUNT}`,
        WEBHOOK_SECRET,
        eventOf('charge.dispute.created', { object: 'dispute', payment_intent: 'pi_nobody_knows' }, created),
      );
    expect(await tell()).to.equal(404);
    expect(await tell(Math.floor(Date.now() / 1000) - 600)).to.equal(204); // another's of the same account
  });

  it('are found by their own key when no answer comes to a card, after an order that the customer left', async () => {
    const customer = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example', mobile: '+919876543210' };
    const checkout = await beginCheckout(tollgate, { currency: 'INR', amount: 100, customer });
    await checkout.submit({ action: 'pay', method: 'upi' });
    await checkout.submit({ action: 'change' });
    await checkout.submit(cardForm('4000000000000770')); // charged, and the answer never comes
    const trx = String((await checkout.status()).trx);
    expect((await stored(trx))?.account).to.equal(ACCOUNT);
    await until('it is known', async () => (await statusOf(trx)) === 'success');
    expect(stripe.timesCharged(trx)).to.equal(1);
  });

  it('are debits as well, under the mandate that Stripe names', async () => {
    const checkout = await beginCheckout(tollgate, { payment_method_type: 'card_and_sepa' });
    await checkout.submit(SEPA);
    const { trx } = await checkout.status();
    const payment = await tollgate.database
      .collection<{ _id: string; account: string; local: { mandate: { reference: string } } }>('payments')
      .findOne({ _id: String(trx) });
    expect(payment?.account).to.equal(ACCOUNT);
    expect([...stripe.world.mandates.values()]).to.include(payment?.local.mandate.reference);
    await until('the banks have settled it', async () => (await checkout.status()).payment_status === 'success');
    expect(stripe.timesCharged(String(trx))).to.equal(1);
  });

  it('are debits that no other account is asked for once the banks have them, whatever Stripe says of the mandate', async () => {
    stripe.spoil(/mandates/, '429');
    const checkout = await beginCheckout(tollgate, { payment_method_type: 'card_and_sepa' });
    await checkout.submit(SEPA);
    const trx = String((await checkout.status()).trx);
    await until('the banks have settled it', async () => (await checkout.status()).payment_status === 'success');
    expect((await stored(trx))?.account).to.equal(ACCOUNT);
    expect(stripe.timesCharged(trx)).to.equal(1);
    expect(await tollgate.ledger(trx)).to.deep.equal([]);
  });

  it('are debits that banks take days over, to a customer whose form had no answer too', async () => {
    stripe.spoil(/confirm$/, 'reset');
    const checkout = await beginCheckout(tollgate, { payment_method_type: 'card_and_sepa' });
    await checkout.submit({ ...SEPA, iban: SLOW });
    await until('the page says so', async () => (await checkout.get()).text.includes('It takes some days'), 20_000);
    expect((await checkout.status()).payment_status).to.equal('pending');
  });

  it('cost the next account nothing that Stripe may have taken', async () => {
    stripe.spoil(/confirm$/, 'reset');
    const { trx, status } = await pay(APPROVED);
    expect(status).to.equal('success');
    const sandbox = await tollgate.ledger(trx);
    expect(stripe.timesCharged(trx) + sandbox.filter(({ result }) => result === 'charged').length).to.equal(1);
  });

  it('go to the next account while the key is revoked, and nothing fails that was charged', async () => {
    const { trx: open, url } = await pay(CHALLENGED);
    stripe.keys.delete(STRIPE_KEY);
    try {
      const { trx, status } = await pay(APPROVED);
      expect(status).to.equal('success');
      expect((await stored(trx))?.account).to.equal('sandbox-card');
      await answerChallenge(url, 'complete');
      expect(await statusOf(open)).to.equal('pending');
    } finally {
      stripe.keys.add(STRIPE_KEY);
    }
    await fetch((await answerChallenge(url, 'complete')) ?? '', { redirect: 'manual' });
    await until('it is known', async () => (await statusOf(open)) === 'success');
    expect(tollgate.logs()).to.include('gateway.misconfigured');
  });

  it('are not taken by a live account while a stand-in plays Stripe', async () => {
    const credentials = { secret_key: 'sk_live_4eC39HqLyjWDarjtT1', webhook_secret: WEBHOOK_SECRET };
    const body = {
      id: 'stripe-live',
      connector: 'stripe',
      mode: 'live',
      methods: [{ method: 'card', currencies: ['EUR'] }],
      credentials,
    };
    const answer = await tollgate.console('/api/gateway-accounts', { method: 'POST', body });
    expect(answer.status).to.equal(400);
    expect(JSON.stringify(answer.body)).to.include('stand-in');
    const mixed = await tollgate.console('/api/gateway-accounts', { method: 'POST', body: { ...body, mode: 'test' } });
    expect(JSON.stringify(mixed.body)).to.include('wrong_mode');
  });

  it('leave no card in any log', () => {
    expect(tollgate.logs()).to.not.include(APPROVED).and.not.include(CHALLENGED).and.not.include(STRIPE_KEY);
  });
});
