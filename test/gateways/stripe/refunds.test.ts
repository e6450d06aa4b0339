import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, KeyTaken } from '../../../src/connectors/connector.js';
import type { RefundAbout } from '../../../src/connectors/refunds.js';
import { createStripeCards } from '../../../src/connectors/stripe/cards.js';
import { createStripeRefunds, toRefundResult } from '../../../src/connectors/stripe/refunds.js';
import { refundContract } from '../../contract/refund.contract.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { stripeAccess } from './access.js';
import { altered } from './altered.js';
import { startStripe, type StripeStandIn } from './stand-in.js';

describe("the Stripe connector's refunds", () => {
  let stripe: StripeStandIn;
  before(async () => {
    stripe = await startStripe();
  });
  after(() => stripe.close());

  const connect = (changes: { apiUrl?: string; timeout?: number } = {}) =>
    createStripeRefunds(stripeAccess({ apiUrl: stripe.url, ...changes }));

  async function moveMoney() {
    const trx = randomUUID();
    const about = { ...cardAbout(`${trx}-1`), trx };
    const result = await createStripeCards(stripeAccess({ apiUrl: stripe.url })).authorizeCard(
      authorization('4242424242424242'),
      about,
    );
    if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
    return { key: about.key, trx, currency: about.currency, reference: result.reference };
  }

  refundContract({
    connect,
    moveMoney,
    amounts: { refused: 1055, pending: 1066, hangsRefunded: 1077, hangsRefused: 1088 },
    refunded: (trx) => Promise.resolve(stripe.refunded(trx)),
  });

  async function aboutRefund(amount: number, changes: Partial<RefundAbout> = {}): Promise<RefundAbout> {
    const { key, trx, currency, reference } = await moveMoney();
    const charge = { key, reference, at: new Date() };
    return { key: `${trx}-r1`, trx, amount, currency, since: new Date(), charge, ...changes };
  }

  it('that have gone back may fail days later, and then say so', async () => {
    const about = await aboutRefund(1000);
    const result = await connect().refund({ reason: 'duplicate' }, about);
    if (result.outcome !== 'refunded') throw new Error(`Expected a refund, not ${result.outcome}`);
    stripe.failRefund(result.reference);
    const failed = {
      outcome: 'refused',
      reason: 'account_closed',
      gatewayCode: 'lost_or_stolen_card',
      reference: result.reference,
    };
    expect(await connect().fetchRefund(about)).to.deep.equal(failed);
    expect(await connect().refund({ reason: 'duplicate' }, about)).to.deep.equal(failed);
  });

  it('are looked for before a key that may be forgotten is sent again', async () => {
    const about = await aboutRefund(1000);
    const first = await connect().refund({ reason: 'other' }, about);
    stripe.idempotency.forget();
    const old = { ...about, since: new Date(Date.now() - 86_400_000) };
    expect(await connect().refund({ reason: 'other' }, old)).to.deep.equal(first);
    expect(stripe.refunded(about.trx)).to.deep.equal([1000]);
    const never = await aboutRefund(1000, { since: new Date(Date.now() - 86_400_000) });
    expect(await connect().refund({ reason: 'other' }, never)).to.include({ outcome: 'refunded' });
  });

  it('wait while an earlier request with their key is under way', async () => {
    const about = await aboutRefund(1000);
    const first = await connect().refund({ reason: 'other' }, about);
    stripe.idempotency.hold(about.key, 300);
    expect(await connect().refund({ reason: 'other' }, about)).to.deep.equal(first);
    const error: unknown = await connect({ timeout: 1 })
      .refund({ reason: 'other' }, { ...about, amount: 1001 })
      .catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(KeyTaken);
  });

  it('of all that came, and once more, are refused with a code', async () => {
    const about = await aboutRefund(4990);
    await connect().refund({ reason: 'other' }, about);
    const again = { ...about, key: `${about.trx}-r2`, amount: 1 };
    expect(await connect().refund({ reason: 'other' }, again)).to.deep.equal({
      outcome: 'refused',
      reason: 'refused',
      gatewayCode: 'charge_already_refunded',
    });
    const tooMuch = await aboutRefund(4991);
    expect(await connect().refund({ reason: 'other' }, tooMuch)).to.include({
      outcome: 'refused',
      gatewayCode: 'amount_too_large',
    });
  });

  for (const [code, reason] of [
    ['charge_disputed', 'disputed'],
    ['refund_disputed_payment', 'disputed'],
    ['balance_insufficient', 'no_funds'],
    ['charge_not_refundable', 'refused'],
  ] as const)
    it(`that are refused with ${code} say that they are ${reason}`, async () => {
      const about = await aboutRefund(4990);
      await connect().refund({ reason: 'other' }, about); // nothing is left, so that the next one is refused
      const again = { ...about, key: `${about.trx}-r2`, amount: 1 };
      const error = { type: 'invalid_request_error', message: 'No', code };
      const between = await altered(stripe.url, /^POST \/v1\/refunds/, () => ({ status: 400, body: { error } }));
      try {
        const refused = { outcome: 'refused', reason, gatewayCode: code };
        expect(await connect({ apiUrl: between.url }).refund({ reason: 'other' }, again)).to.deep.equal(refused);
      } finally {
        await between.close();
      }
    });

  it('that Stripe failed with are not refused, however often it gives that answer again', async () => {
    const about = await aboutRefund(1000);
    stripe.spoil(/refunds$/, '500 before');
    for (const time of ['at first', 'again']) {
      const said: unknown = await connect()
        .refund({ reason: 'other' }, about)
        .catch((thrown: unknown) => thrown);
      expect(said, time).to.be.instanceOf(ConnectorError);
    }
    expect(stripe.refunded(about.trx)).to.deep.equal([]);
  });

  it('say why, to Stripe as well', async () => {
    for (const [reason, said] of [
      ['fraudulent', 'fraudulent'],
      ['other', null],
    ] as const) {
      const about = await aboutRefund(1000);
      await connect().refund({ reason }, about);
      expect([...stripe.world.refunds.values()].at(-1)).to.deep.include({
        reason: said,
        metadata: { key: about.key, trx: about.trx },
      });
    }
  });

  const STATUSES: [status: string, more: object, result: object][] = [
    ['succeeded', {}, { outcome: 'refunded', reference: 're_1', amount: 100, currency: 'KWD' }],
    ['pending', {}, { outcome: 'pending', reference: 're_1' }],
    ['requires_action', {}, { outcome: 'pending', reference: 're_1' }],
    ['canceled', {}, { outcome: 'refused', reason: 'refused', gatewayCode: 'canceled', reference: 're_1' }],
    ...[
      ['lost_or_stolen_card', 'account_closed'],
      ['expired_or_canceled_card', 'account_closed'],
      ['insufficient_funds', 'no_funds'],
      ['charge_for_pending_refund_disputed', 'disputed'],
      ['declined', 'refused'],
      ['merchant_request', 'refused'],
      ['unknown', 'refused'],
    ].map(([failure_reason, reason]): [string, object, object] => [
      'failed',
      { failure_reason },
      { outcome: 'refused', reason, gatewayCode: failure_reason, reference: 're_1' },
    ]),
  ];
  for (const [status, more, result] of STATUSES)
    it(`that are ${status}${'failure_reason' in more ? ` (${String(more.failure_reason)})` : ''} are ${JSON.stringify(result)}`, () => {
      const refund = { id: 're_1', amount: 100, currency: 'kwd', created: 1, metadata: {}, status, ...more };
      expect(toRefundResult(refund)).to.deep.equal(result);
    });

  it('of a status that nobody knows are no answer', () => {
    const refund = { id: 're_1', amount: 100, currency: 'eur', created: 1, metadata: {}, status: 'splendid' };
    expect(() => toRefundResult(refund)).to.throw('nobody knows');
  });
});
