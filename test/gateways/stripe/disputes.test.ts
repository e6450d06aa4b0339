import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { About } from '../../../src/connectors/about.js';
import { ConnectorError } from '../../../src/connectors/connector.js';
import type { GatewayDispute } from '../../../src/connectors/disputes.js';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { createStripeDisputes, toDispute } from '../../../src/connectors/stripe/disputes.js';
import { createStripeLedger } from '../../../src/connectors/stripe/ledger.js';
import { noAnswerContract, SHORT } from '../../contract/no-answer.contract.js';
import { cardAbout } from '../../support/about.js';
import { logLines } from '../../ipn/log-lines.js';
import { authorization } from '../../support/card-authorization.js';
import { stripeAccess } from './access.js';
import { closeDispute, openDispute } from './disputes.js';
import { startStripe, type StripeStandIn } from './stand-in.js';
import type { Charge } from './world.js';

const DAY = 86_400_000;

describe('the Stripe connector for disputes', () => {
  let stripe: StripeStandIn;
  before(async () => {
    stripe = await startStripe({ settles: { currency: 'usd', rate: 1.1 } });
  });
  after(() => stripe.close());

  const connect = (changes: { apiUrl?: string; timeout?: number } = {}) =>
    createStripeDisputes(stripeAccess({ apiUrl: stripe.url, ...changes }));
  const books = () => createStripeLedger(stripeAccess({ apiUrl: stripe.url }));
  const aroundNow = { from: new Date(Date.now() - DAY), to: new Date(Date.now() + DAY) };

  async function pay(): Promise<{ about: About; charge: Charge }> {
    const about = cardAbout(randomUUID());
    const result = await createStripeCards(stripeAccess({ apiUrl: stripe.url })).authorizeCard(
      authorization('4242424242424242'),
      about,
    );
    const charge = [...stripe.world.charges.values()].find(({ metadata }) => metadata.key === about.key);
    if (result.outcome !== 'authorized' || !charge) throw new Error(`Expected money to move, not ${result.outcome}`);
    return { about: { ...about, reference: result.reference }, charge };
  }

  async function disputed(options: Parameters<typeof openDispute>[2] = {}) {
    const { about, charge } = await pay();
    return { about, dispute: openDispute(stripe.world, charge, options) };
  }

  const recordsOf = async (trx: string) =>
    (await books().list(aroundNow, null)).records.filter((each) => each.trx === trx);

  it('tells every dispute of a payment, and none of a payment that has none or was never paid', async () => {
    const { about, dispute } = await disputed();
    const due = dispute.evidence_details.due_by ?? NaN;
    expect(await connect().disputesOf(about)).to.deep.equal([
      {
        id: dispute.id,
        trx: about.trx,
        amount: 4990,
        currency: 'EUR',
        reason: 'fraudulent',
        openedAt: new Date(dispute.created * 1000),
        respondBy: new Date(due * 1000),
        state: 'open',
      },
    ]);
    expect(await connect().disputesOf((await pay()).about)).to.deep.equal([]);
    expect(await connect().disputesOf(cardAbout(randomUUID()))).to.deep.equal([]);
  });

  const aDispute = {
    id: 'du_1',
    amount: 4990,
    currency: 'eur',
    created: 1,
    reason: 'general',
    status: 'needs_response',
    evidence_details: { due_by: null },
  };

  const STATES: [status: string, state: GatewayDispute['state']][] = [
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['warning_needs_response', 'open'],
    ['warning_under_review', 'open'],
    ['warning_closed', 'won'],
    ['prevented', 'won'],
    ['won', 'won'],
    ['lost', 'lost'],
  ];
  for (const [status, state] of STATES)
    it(`calls one that is ${status} ${state}`, () => {
      expect(toDispute({ ...aDispute, status }, 'trx')).to.include({ state, respondBy: null });
    });

  it('has no day to respond by where the bank takes no response', async () => {
    const { about, dispute } = await disputed();
    dispute.evidence_details.due_by = 0;
    const [told] = await connect().disputesOf(about);
    expect(told).to.include({ id: dispute.id, respondBy: null });
  });

  it('is known however much its merchant has answered to the bank', async () => {
    const { about, dispute } = await disputed();
    const longest = 'x'.repeat(150_000);
    Object.assign(dispute.evidence, { uncategorized_text: longest, refund_policy_disclosure: longest });
    expect((await connect().disputesOf(about)).map(({ id }) => id)).to.deep.equal([dispute.id]);
    closeDispute(stripe.world, dispute, 'lost');
    expect(await books().find({ ...about, key: dispute.id })).to.include({ amount: -4990 });
    dispute.evidence = {};
  });

  it('calls one of a status that Stripe has not told of open, beside others that it knows', async () => {
    const { about, dispute } = await disputed();
    dispute.status = 'arbitration';
    const lines = await logLines(async () => {
      expect((await connect().disputesOf(about)).map(({ id, state }) => [id, state])).to.deep.equal([
        [dispute.id, 'open'],
      ]);
      const listed = (await books().listDisputes?.(aroundNow, null))?.disputes;
      expect(listed?.find(({ id }) => id === dispute.id)?.state).to.equal('open');
    });
    const [line] = lines.filter(({ message }) => message === 'dispute.unclear');
    expect(line).to.include({ dispute: dispute.id, status: 'arbitration' });
  });

  const REASONS: [theirs: string, ours: GatewayDispute['reason']][] = [
    ['credit_not_processed', 'credit_not_processed'],
    ['debit_not_authorized', 'unrecognized'],
    ['duplicate', 'duplicate'],
    ['fraudulent', 'fraudulent'],
    ['product_not_received', 'product_not_received'],
    ['product_unacceptable', 'product_unacceptable'],
    ['subscription_canceled', 'subscription_cancelled'],
    ['unrecognized', 'unrecognized'],
    ...['bank_cannot_process', 'check_returned', 'customer_initiated', 'general', 'incorrect_account_details'].map(
      (theirs): [string, 'other'] => [theirs, 'other'],
    ),
    ['insufficient_funds', 'other'],
    ['noncompliant', 'other'],
    ['something_new', 'other'],
  ];
  it('has a word for every reason', () => {
    for (const [reason, ours] of REASONS)
      expect(toDispute({ ...aDispute, reason }, 'trx').reason, reason).to.equal(ours);
  });

  noAnswerContract(async (apiUrl) => {
    const about = { ...cardAbout('a'), reference: 'pi_1' };
    const ledger = createStripeLedger(stripeAccess({ apiUrl, timeout: SHORT }));
    for (const ask of [
      () => connect({ apiUrl, timeout: SHORT }).disputesOf(about),
      () => ledger.listDisputes?.(aroundNow, null),
      () => ledger.find({ ...about, key: 'du_1' }),
    ])
      expect(await ask()?.catch((error: unknown) => error)).to.be.instanceOf(ConnectorError);
  });

  describe("in Stripe's books", () => {
    it('is money that has gone as soon as it is lost, in the currency of the payment', async () => {
      const { about, dispute } = await disputed();
      const [charge] = await recordsOf(about.trx);
      expect(await recordsOf(about.trx)).to.deep.equal([charge]);
      closeDispute(stripe.world, dispute, 'lost');
      const [line] = dispute.balance_transactions;
      const lost = {
        key: dispute.id,
        trx: about.trx,
        reference: dispute.id,
        amount: -4990,
        currency: 'EUR',
        at: new Date((line?.created ?? NaN) * 1000),
        by: 'dispute',
      };
      expect(await recordsOf(about.trx)).to.deep.include.members([charge, lost]);
      expect(await books().find({ ...about, key: dispute.id })).to.deep.equal(lost);
    });

    it('is nothing when it is open, won or was an inquiry, nor when it is nobody’s', async () => {
      const [open, won, inquiry] = [await disputed(), await disputed(), await disputed({ inquiry: true })];
      closeDispute(stripe.world, won.dispute, 'won');
      closeDispute(stripe.world, inquiry.dispute, 'warning_closed');
      for (const { about, dispute } of [open, won, inquiry]) {
        expect((await recordsOf(about.trx)).map(({ key }) => key)).to.deep.equal([about.key]);
        expect(await books().find({ ...about, key: dispute.id })).to.equal(null);
      }
      expect(await books().find({ ...open.about, key: 'du_unknown' })).to.equal(null);
    });

    it('is listed by when it was opened, and no other’s', async () => {
      const [ours, foreign] = [await disputed(), await disputed()];
      const intent = stripe.world.intents.get(foreign.dispute.payment_intent);
      if (intent) intent.metadata = {};
      const listed = (await books().listDisputes?.(aroundNow, null))?.disputes.map(({ id }) => id);
      expect(listed).to.include(ours.dispute.id).and.not.include(foreign.dispute.id);
      const before = { from: new Date(Date.now() - 2 * DAY), to: new Date(Date.now() - DAY) };
      expect(await books().listDisputes?.(before, null)).to.deep.equal({ disputes: [], nextCursor: null });
    });
  });
});
