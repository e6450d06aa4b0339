import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createWebhookReader } from '../../../src/connectors/stripe/webhook.js';
import { logLines } from '../../ipn/log-lines.js';
import { later } from '../../support/later.js';
import { eventOf, signatureOf } from './webhooks.js';

const SECRET = 'whsec_test_secret';
const reader = createWebhookReader({ account: 'stripe-test', webhookSecret: SECRET });
const read: typeof reader.readCallback = (headers, body) => reader.readCallback(headers, body);

describe("the Stripe connector's webhooks", () => {
  const key = randomUUID();
  const intent = {
    id: 'pi_1',
    object: 'payment_intent',
    amount: 4990,
    amount_received: 4990,
    currency: 'eur',
    metadata: { key: `${key}-1`, trx: key },
  };
  const body = eventOf('payment_intent.succeeded', intent);
  const news = [{ key: `${key}-1`, reference: key, amount: 4990, currency: 'EUR' }];
  const signed = (text: string, header = signatureOf(SECRET, text)) => read({ 'stripe-signature': header }, text);

  it('are signed as Stripe signs', () => {
    const vector = '{"id":"evt_1","object":"event","type":"payment_intent.succeeded"}';
    const v1 = '67da5088c63e080c71bd2bb0cb5c03d85a8fc6a21ce3aaf484df809654745b92';
    expect(signatureOf(SECRET, vector, 1_700_000_000)).to.equal(`t=1700000000,v1=${v1}`);
  });

  it('say whose key something has happened to, and what came', () => {
    expect(signed(body)).to.deep.equal(news);
    const nothing = eventOf('payment_intent.payment_failed', { ...intent, amount_received: 0 });
    expect(signed(nothing)).to.deep.equal([{ ...news[0], amount: 0 }]);
    const refund = eventOf('refund.failed', {
      object: 'refund',
      amount: 100,
      currency: 'eur',
      metadata: { key: `${key}-r1`, trx: key },
    });
    expect(signed(refund)).to.deep.equal([{ about: 'refund', key: `${key}-r1`, reference: key }]);
  });

  it('name the charge of a dispute, which carries nothing of ours', () => {
    const dispute = { object: 'dispute', amount: 4990, currency: 'eur', metadata: {}, payment_intent: 'pi_1' };
    const disputed = [{ about: 'dispute', charge: 'pi_1', at: new Date(1_700_000_000_000) }];
    expect(signed(eventOf('charge.dispute.created', dispute, 1_700_000_000))).to.deep.equal(disputed);
    const expanded = { ...dispute, payment_intent: { id: 'pi_1', object: 'payment_intent', metadata: null } };
    expect(signed(eventOf('charge.dispute.closed', expanded, 1_700_000_000))).to.deep.equal(disputed);
    const ofCharge = eventOf('charge.dispute.created', { ...dispute, payment_intent: null });
    expect(signed(ofCharge)).to.deep.equal([]);
  });

  it('name the charge of a refund that was made in the dashboard', () => {
    const refund = { object: 'refund', id: 're_1', amount: 100, currency: 'eur', metadata: {}, payment_intent: 'pi_1' };
    const news = [{ about: 'refund', charge: 'pi_1', key: 're_1' }];
    expect(signed(eventOf('refund.failed', refund))).to.deep.equal(news);
    expect(signed(eventOf('refund.failed', { ...refund, metadata: null }))).to.deep.equal(news);
    expect(signed(eventOf('refund.failed', { ...refund, payment_intent: null }))).to.deep.equal([]);
  });

  it('about others who use the same account are genuine, and no news', () => {
    for (const [type, object] of [
      ['payment_intent.succeeded', { ...intent, metadata: {} }],
      ['payment_intent.succeeded', { ...intent, metadata: { key: 'theirs' } }],
      ['customer.created', { object: 'customer', metadata: intent.metadata }],
      ['payout.paid', { object: 'payout' }],
      ['payment_intent.succeeded', { ...intent, metadata: null }],
      ['refund.created', { object: 'refund', amount: 1, currency: 'eur', metadata: null, payment_intent: null }],
      ['customer.created', { object: 'customer', currency: null, metadata: null }],
      ['coupon.created', { object: 'coupon', currency: null, metadata: { key: ['a'] } }],
      ['invoice.paid', { object: 'invoice', currency: 'eur', amount_received: 'none', payment_intent: 7 }],
    ] as const)
      expect(signed(eventOf(type, object)), type).to.deep.equal([]);
  });

  it('are believed for five minutes, whichever clock is ahead', () => {
    const header = signatureOf(SECRET, body);
    for (const seconds of [290, -290]) expect(later(seconds, () => signed(body, header))).to.deep.equal(news);
    for (const seconds of [310, -310]) expect(later(seconds, () => signed(body, header))).to.equal(null);
  });

  it('may carry two signatures while a secret is exchanged, and older kinds', () => {
    const [time, v1] = signatureOf(SECRET, body).split(',');
    const [, other] = signatureOf('whsec_other', body).split(',');
    for (const header of [`${time},${other},${v1}`, `${time},${v1},${other}`, `${time},v0=abc,${v1}`, `${time}, ${v1}`])
      expect(signed(body, header), header).to.deep.equal(news);
    expect(signed(body, `${time},${other}`)).to.equal(null);
  });

  it('that were altered or forged are nothing', () => {
    const header = signatureOf(SECRET, body);
    const [time = '', v1 = ''] = header.split(',');
    expect(signed(body.replace('4990', '4991'), header)).to.equal(null);
    expect(signed(`${body} `, header)).to.equal(null);
    expect(signed('', header)).to.equal(null);
    for (const wrong of [
      '',
      time,
      v1,
      `${time},v0=${v1.slice(3)}`,
      `${time},${time},${v1}`,
      `${header}0`,
      `${time},${v1.slice(0, -1)}`,
      `t=,${v1}`,
      `t=9e9,${v1}`,
      'é'.repeat(80),
    ])
      expect(signed(body, wrong), wrong).to.equal(null);
    expect(read({}, body)).to.equal(null);
    expect(read({ 'stripe-signature': [header, header] }, body)).to.equal(null);
  });

  it('of another form are no news, which is logged, but hear yes as all that is signed', async () => {
    const unread = { message: 'callback.unread', level: 'warn', account: 'stripe-test' };
    for (const text of [
      '',
      'null',
      '[]',
      '{',
      '{"type":"a"}',
      eventOf('payment_intent.succeeded', { ...intent, metadata: { key: { $ne: '' }, trx: key } }),
      eventOf('payment_intent.succeeded', { ...intent, amount_received: '4990' }),
    ]) {
      let said: unknown;
      const lines = await logLines(async () => (said = signed(text)));
      expect(said, text).to.deep.equal([]);
      expect(lines).to.have.length(1);
      expect(lines[0], text).to.include(unread);
    }
  });
});
