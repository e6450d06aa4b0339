import { expect } from 'chai';
import fc from 'fast-check';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { withField } from '../methods/card-request.js';
import { KeptPayments, stored } from '../payments/kept-payments.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aPaidPayment } from '../refunds/a-refund.js';
import type { Answer } from '../support/ask.js';
import { fillBuckets, initiateBody, startWeb, type Web } from './web.js';

/** Values that have broken servers before, beside whatever JSON can say. */
const NASTY: readonly unknown[] = [
  ...[
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '$where',
    '{"$ne":null}',
    'constructor',
    '__proto__',
    'toString',
    '${7*7}',
  ],
  ...[0, -0, -1, 1e308, 5e-324, 2 ** 53, 0.1 + 0.2],
  ...[null, true, [], {}, [[]], { $gt: '' }, { length: 3 }, { toString: 1 }, { valueOf: null }, ['a', { b: [] }]],
];
const value = fc.oneof(fc.constantFrom(...NASTY), fc.jsonValue({ maxDepth: 4 }));

const FIELDS = [
  ...['amount', 'currency', 'payment_method_type', 'customer', 'card', 'billing_address', 'device_fingerprint'],
  ...['details', 'identifier', 'ipn_url', 'success_url', 'cancel_url', 'site_name', 'site_logo'],
  ...[
    'customer.first_name',
    'customer.last_name',
    'customer.email',
    'customer.mobile',
    'billing_address.country',
    'billing_address.address',
  ],
  ...['billing_address.city', 'billing_address.postal_code'],
  ...['card.number', 'card.expiry_month', 'card.expiry_year', 'card.cvv', 'card.holder', 'card.type'],
];

const OF_REFUNDS = ['trx', 'identifier', 'refund_id', 'refund_identifier', 'amount', 'reason', 'note'];
const OF_WALLETS = ['customer.payment_method_code', 'customer.language'];

describe('whatever JSON comes', () => {
  let web: Web;
  let merchant: MerchantKeys;
  before(async () => {
    web = await startWeb();
    merchant = await web.merchant({ accounts: ['no-account'] }); // so that nothing is ever begun
  });
  after(() => Promise.all([kept.remove(), web.close()]));

  const kept = new KeptPayments();

  /** An answer in our own words, never a crash; and every fault names a field that was sent or asked for. */
  function isOurs({ status, body }: Answer): void {
    expect(status).to.be.oneOf([400, 401, 403, 404, 422]);
    expect(body).to.include({ status: 'error' });
    for (const { field } of body.errors ?? []) expect([...FIELDS, ...OF_WALLETS]).to.include(field);
  }

  it('in one field or in several, /h2h/initiate answers with what is wrong', async () => {
    const changes = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(changes, async (list) => {
        await fillBuckets();
        const body = list.reduce(
          (made, [field, what]) => withField(made, field, what),
          initiateBody(merchant.public_key),
        );
        isOurs(await web.ask('/h2h/initiate', { body }));
      }),
      { numRuns: 150 },
    );
  });

  it('as the whole body, every call answers with what is wrong', async () => {
    const path = fc.constantFrom(
      ...['/h2h/initiate', '/h2h/status', '/h2h/cancel', '/h2h/events', '/h2h/confirm'],
      ...['/h2h/refund', '/h2h/refund/status', '/payment/refund', '/payment/refund/status'],
    );
    await fc.assert(
      fc.asyncProperty(path, value, async (call, body) => {
        await fillBuckets();
        isOurs(await web.ask(call, { body: JSON.stringify(body) }));
      }),
      { numRuns: 100 },
    );
  });

  it('as the fields of a refund, no call gives anything back', async () => {
    const disputed = aPaidPayment({ merchantId: merchant.id, disputes: [aDispute()] }); // lest a right amount go back
    const payment = await kept.save(disputed);
    const fields = fc.record(
      {
        trx: fc.oneof(value, fc.constant(payment._id)),
        refund_identifier: value,
        amount: value,
        reason: value,
        note: value,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/h2h/refund', '/h2h/refund/status'), fields, async (call, sent) => {
        await fillBuckets();
        const { status, body } = await web.ask(call, { body: { public_key: merchant.public_key, ...sent } });
        expect(status).to.be.oneOf([400, 404, 409]);
        expect(body).to.include({ status: 'error' });
        for (const { field } of body.errors ?? []) expect(OF_REFUNDS).to.include(field);
      }),
      { numRuns: 200 },
    );
    expect((await stored(payment)).refunds).to.equal(undefined);
  });

  it('as trx or identifier, /h2h/status and /h2h/cancel find nothing', async () => {
    const named = fc.record({ trx: value, identifier: value }, { requiredKeys: [] });
    const isRefused = ({ status, body }: Answer) => {
      expect(status).to.be.oneOf([400, 404]);
      expect(body).to.include({ status: 'error' });
    };
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('/h2h/status', '/h2h/cancel'), named, async (call, fields) => {
        await fillBuckets();
        isRefused(await web.ask(call, { body: { public_key: merchant.public_key, ...fields } }));
      }),
      { numRuns: 100 },
    );
  });
});
