import { expect } from 'chai';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import type { MerchantRecord } from '../../src/merchants/merchant.model.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { hostedBody } from './shopper.js';

const REQUIRED = [
  'amount',
  'currency',
  'customer',
  'details',
  'identifier',
  'ipn_url',
  'success_url',
  'cancel_url',
  'site_name',
];

describe('POST /payment/initiate', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await sharedTollgate();
  });

  async function take<T extends object>(body: T): Promise<T> {
    expect((await tollgate.api('/payment/initiate', body)).status).to.equal(200);
    return body;
  }

  for (const path of ['/payment/initiate', '/v1/payment/initiate'])
    it(`answers ${path} with a link whose token is stored nowhere`, async () => {
      const { status, body } = await tollgate.api(path, hostedBody(tollgate));
      expect(status).to.equal(200);
      expect(body).to.include({ status: 'success', payment_status: 'pending', reason: null, late_confirmation: false });
      const { origin, pathname, searchParams } = new URL(String(body.redirect_url));
      expect(`${origin}${pathname}`).to.equal(`${tollgate.urls.api}/payment/checkout`);
      const token = searchParams.get('payment_trx') ?? '';
      expect(token).to.match(/^[\w-]{43}$/);
      for (const name of ['payments', 'idempotency_keys']) {
        const stored = await tollgate.database.collection(name).find().toArray();
        expect(JSON.stringify(stored)).to.not.include(token);
      }
    });

  it('answers status by identifier and by trx, without the fields of a method', async () => {
    const body = hostedBody(tollgate);
    await tollgate.api('/payment/initiate', body);
    const { public_key, identifier } = body;
    const byIdentifier = await tollgate.api('/payment/status', { public_key, identifier });
    expect(byIdentifier.body).to.include({
      identifier,
      requested_amount: 49.9,
      requested_currency: 'EUR',
      payment_status: 'pending',
      gross_amount: 49.9,
      currency: 'EUR',
      reason: null,
      test: true,
    });
    expect(byIdentifier.body).to.not.have.any.keys('proof_status', 'requires_3ds', 'redirect_url');
    const byTrx = await tollgate.api('/v1/payment/status', { public_key, trx: byIdentifier.body.trx });
    expect(byTrx.body).to.deep.equal(byIdentifier.body);
  });

  it('replays the same link under an Idempotency-Key, and keeps it sealed', async () => {
    const body = hostedBody(tollgate);
    const headers = { 'idempotency-key': `key-${body.identifier}` };
    const first = await tollgate.api('/payment/initiate', body, headers);
    const second = await tollgate.api('/payment/initiate', body, headers);
    expect(second.body).to.deep.equal(first.body);
    expect(second.headers['idempotent-replayed']).to.equal('true');
    const token = new URL(String(first.body.redirect_url)).searchParams.get('payment_trx') ?? '?';
    const stored = await tollgate.database.collection('idempotency_keys').find().toArray();
    expect(JSON.stringify(stored)).to.not.include(token);
  });

  it('keeps the addresses, and freezes the policies and fees that its merchant has now', async () => {
    const fees = [{ basisPoints: 100, fixed: 0 }];
    const { public_key } = await tollgate.createMerchant({ fees, threeDsPolicy: 'off', lateMoneyPolicy: 'review' });
    const addresses = { billing_info: { city: 'Pune', postcode: '411001' }, shipping_info: { area: 'Kothrud' } };
    const { identifier } = await take(hostedBody(tollgate, { public_key, ...addresses }));
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ identifier });
    expect(stored?.checkout).to.deep.include({ fees, threeDs: 'off', lateMoney: 'review' });
    expect(stored).to.deep.include({
      billingInfo: addresses.billing_info,
      shippingInfo: addresses.shipping_info,
    });
  });

  it('takes an identifier once', async () => {
    const body = hostedBody(tollgate);
    await tollgate.api('/payment/initiate', body);
    const { status, body: answer } = await tollgate.api('/payment/initiate', body);
    expect(status).to.equal(409);
    expect(answer.code).to.equal('duplicate_identifier');
  });

  it('names every missing field, in the order of the table', async () => {
    const { status, body } = await tollgate.api('/payment/initiate', { public_key: tollgate.merchant.public_key });
    expect(status).to.equal(400);
    expect(body.errors?.map(({ field }) => field)).to.deep.equal(REQUIRED);
  });

  const wrong: [what: string, changes: object, field: string][] = [
    ['a type that does not exist', { payment_method_type: 'local' }, 'payment_method_type'],
    ['an address that is no object', { billing_info: 'Main Street' }, 'billing_info'],
    ['an address field that is an object', { shipping_info: { city: { $ne: 1 } } }, 'shipping_info.city'],
    ['an amount with too many decimals', { amount: 1.001 }, 'amount'],
    ['an amount above the bound', { amount: 1_000_000 }, 'amount'],
    ['a logo that is no URL', { site_logo: 'javascript:alert(1)' }, 'site_logo'],
  ];
  for (const [what, changes, field] of wrong)
    it(`refuses ${what}`, async () => {
      const { status, body } = await tollgate.api('/payment/initiate', hostedBody(tollgate, changes));
      expect(status).to.equal(400);
      expect(body.errors?.map((error) => error.field)).to.deep.equal([field]);
    });

  it('has no flow for a currency without any route', async () => {
    const { status, body } = await tollgate.api('/payment/initiate', hostedBody(tollgate, { currency: 'SEK' }));
    expect(status).to.equal(422);
    expect(body.code).to.equal('no_flow_available');
  });

  it('refuses a merchant that may use none of the methods', async () => {
    const { public_key } = await tollgate.createMerchant({ methods: ['upi'] });
    const { status, body } = await tollgate.api('/payment/initiate', hostedBody(tollgate, { public_key }));
    expect(status).to.equal(403);
    expect(body.code).to.equal('method_not_enabled');
  });

  it('refuses a merchant that is suspended', async () => {
    const { id, public_key } = await tollgate.createMerchant();
    const suspended = { $set: { status: 'suspended' } } as const;
    await tollgate.database.collection<MerchantRecord>('merchants').updateOne({ _id: id }, suspended);
    const { status, body } = await tollgate.api('/payment/initiate', hostedBody(tollgate, { public_key }));
    expect({ status, code: body.code }).to.deep.equal({ status: 403, code: 'merchant_inactive' });
  });

  for (const [what, choices, says] of [
    ['its fee would swallow', {}, 'amount must be more than its fee'],
    ['is below the minimum of its merchant, too', { minimums: { EUR: 200 } }, 'amount must be at least 2.00 EUR'],
  ] as const)
    it(`refuses an amount that ${what}, in one sentence`, async () => {
      const fees = [{ currency: 'EUR', basisPoints: 0, fixed: 100 }];
      const { public_key } = await tollgate.createMerchant({ fees, ...choices });
      const request = hostedBody(tollgate, { public_key, amount: 0.5 });
      const { status, body } = await tollgate.api('/payment/initiate', request);
      expect(status).to.equal(400);
      expect(body.message).to.deep.equal([says]);
    });
});
