import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { hastyTollgate } from '../support/hasty-tollgate.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';
import type { Answer } from '../support/ask.js';
import { orderLocal, PAYER, type LocalCurrency } from '../support/local-order.js';
import { press } from '../support/wallet-customer.js';
import { until } from '../../scripts/until.js';

let tollgate: Tollgate;

const local = (amount: number, currency: LocalCurrency, changes: object = {}): Promise<Answer> =>
  orderLocal(tollgate, amount, currency, changes);

const simulate = (trx: unknown, action: string) =>
  tollgate.api(`/sandbox/payments/${String(trx)}/simulate`, { public_key: tollgate.merchant.public_key, action });

const cancel = (trx: unknown) => tollgate.api('/h2h/cancel', { public_key: tollgate.merchant.public_key, trx });

const eventsOf = (trx: unknown) =>
  tollgate.receiver.received
    .map(({ body }) => JSON.parse(body) as { type: string; data: { trx: string; reason: string | null } })
    .filter(({ data }) => data.trx === trx);

describe('Local payments', () => {
  before(async () => {
    tollgate = await hastyTollgate();
  });

  const endings: [method: LocalCurrency, amount: number, status: string, reason: string | null][] = [
    ['INR', 100, 'success', null],
    ['INR', 100.11, 'cancelled', 'expired'],
    ['INR', 100.22, 'failed', 'do_not_honor'],
    ['INR', 100.33, 'success', 'late_confirmation'],
    ['BDT', 100, 'success', null],
    ['BDT', 100.11, 'cancelled', 'expired'],
    ['BDT', 100.22, 'failed', 'do_not_honor'],
    ['BDT', 100.33, 'success', 'late_confirmation'],
    ['BDT', 100.66, 'cancelled', 'cancelled_by_customer'],
  ];

  it('end as the amount says, each end with its notification', async () => {
    await Promise.all(
      endings.map(async ([currency, amount, status, reason]) => {
        let { body } = await local(amount, currency);
        const late = reason === 'late_confirmation';
        await until(`${currency} ${amount} is ${status}`, async () => {
          const now = await tollgate.status(String(body.trx));
          // On a busy machine the money may be there before the order is closed: then it is another order's.
          if (late && now.payment_status === status && now.reason === null) ({ body } = await local(amount, currency));
          return now.payment_status === status && now.reason === reason;
        });
        await until('its notifications are there', () => eventsOf(body.trx).length === (late ? 2 : 1));
        expect(eventsOf(body.trx).at(-1)).to.include({ type: `payment.${status}` });
        expect((await tollgate.status(String(body.trx))).late_confirmation).to.equal(late);
      }),
    );
  });

  it('put too little money before an operator and do not expire', async () => {
    const { body } = await local(100.44, 'INR');
    const trx = String(body.trx);
    await until('a review is open', async () => {
      const payment = await tollgate.database.collection<{ _id: string }>('payments').findOne({ _id: trx });
      return (payment as { review?: { kind: string } } | null)?.review?.kind === 'amount_mismatch';
    });
    const expired = (await local(100.11, 'INR')).body.trx; // begun later, so it expires later
    await tollgate.settled(String(expired));
    expect(await tollgate.status(trx)).to.include({ payment_status: 'pending', reason: null });
  });

  it('are refused with a 503 while the gateway is away, and the identifier is free', async () => {
    await tollgate.faults({ mode: 'refuse' });
    const identifier = randomUUID();
    const refused = await local(100, 'INR', { identifier });
    await tollgate.faults({ mode: 'none' });
    expect({ http: refused.status, code: refused.body.code }).to.deep.equal({ http: 503, code: 'gateway_unavailable' });
    expect(refused.headers['retry-after']).to.match(/^\d+$/);
    expect((await local(100, 'INR', { identifier })).status).to.equal(200);
  });

  it('leave no order behind that the gateway took though its answer was lost: the next has a key of its own', async () => {
    await tollgate.faults({ mode: 'reset', when: 'after' });
    const identifier = randomUUID();
    expect((await local(500.11, 'INR', { identifier })).status).to.equal(503);
    await tollgate.faults({ mode: 'none' });
    const { public_key } = tollgate.merchant;
    expect((await tollgate.api('/h2h/status', { public_key, identifier })).body.code).to.equal('transaction_not_found');
    const { status, body } = await local(200, 'INR', { identifier });
    expect(status).to.equal(200);
    const trx = String(body.trx);
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success', gross_amount: 200 });
    expect((await tollgate.ledger(trx)).filter(({ result }) => result === 'charged')).to.have.length(1);
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: trx });
    expect(stored?.attempts.map(({ outcome }) => outcome)).to.deep.equal(['cancelled', 'paid']);
  });

  it('take an identifier once, however many ask at one moment and for whatever', async () => {
    const identifier = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => local(100.11 + at, 'INR', { identifier })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(7).fill(409)]);
  });

  it('take details of 255 emoji, and are called by the name of the shop in the UPI app', async () => {
    const { status, body } = await local(500.11, 'INR', { details: '🍵'.repeat(255) });
    expect(status).to.equal(200);
    expect(body.qr_content).to.match(/&tn=Blue%20Tea%20Shop$/);
  });

  it('answer a UPI initiate with code, content and links that agree', async () => {
    const { body } = await local(123.45, 'INR');
    const links = body.paymentlinks as Record<string, string>;
    expect(body.qr_content)
      .to.equal(links.upi)
      .and.to.match(/^upi:\/\/pay\?.*&am=123\.45&cu=INR/);
    expect(Buffer.from(String(body.qr_code), 'base64').subarray(1, 4).toString()).to.equal('PNG');
    expect(Object.keys(links)).to.include.members(['upi', 'gpay', 'phonepe']);
    expect(new Date(String(body.expires_at)).getTime()).to.be.greaterThan(Date.now());
  });

  it('answer a wallet initiate with its page, the code in upper case and the language', async () => {
    const payer = { ...PAYER, mobile: '+8801912345678', payment_method_code: 'nagad', language: 'bn' };
    const { body } = await local(100.11, 'BDT', { customer: payer });
    expect(body).to.include({ payment_method_code: 'NAGAD', language: 'BN' });
    expect(body.paymentlinks).to.deep.equal({ nagad: body.payment_url });
  });

  const faults: [field: string, changes: object, currency: LocalCurrency][] = [
    ['amount', { amount: 0.99 }, 'INR'],
    ['amount', { amount: 100_000.01 }, 'INR'],
    ['amount', { amount: 9.99 }, 'BDT'],
    ['amount', { amount: 50_000.01 }, 'BDT'],
    ['amount', { amount: 10.001 }, 'INR'],
    ['currency', { currency: 'USD' }, 'INR'],
    ['customer.mobile', { customer: { ...PAYER, mobile: '+915876543210' } }, 'INR'],
    ['customer.mobile', { customer: { ...PAYER, mobile: '+8801712345678' } }, 'INR'],
    ['customer.mobile', { customer: { ...PAYER, mobile: '+8801212345678', payment_method_code: 'BKASH' } }, 'BDT'],
    ['customer.payment_method_code', { customer: { ...PAYER, mobile: '+8801712345678' } }, 'BDT'],
    [
      'customer.payment_method_code',
      { customer: { ...PAYER, mobile: '+8801712345678', payment_method_code: 'ROCKET' } },
      'BDT',
    ],
    ...['bKa\u017fh', 'b\u212aash'].map((payment_method_code): (typeof faults)[number] => [
      'customer.payment_method_code', // a long s and a Kelvin sign: no letters of the code
      { customer: { ...PAYER, mobile: '+8801712345678', payment_method_code } },
      'BDT',
    ]),
    [
      'customer.language',
      { customer: { ...PAYER, mobile: '+8801712345678', payment_method_code: 'BKASH', language: 'FR' } },
      'BDT',
    ],
  ];
  for (const [field, changes, currency] of faults)
    it(`refuse ${JSON.stringify(changes)} with a fault of ${field} alone`, async () => {
      const { status, body } = await local(100, currency, changes);
      expect(status).to.equal(400);
      expect(body.errors?.map((error) => error.field)).to.deep.equal([field]);
    });
});

describe('Local payments whose time is not over soon', () => {
  before(async () => {
    tollgate = await sharedTollgate();
  });

  for (const [currency, action, status] of [
    ['INR', 'confirm', 'success'],
    ['INR', 'fail', 'failed'],
    ['INR', 'cancel', 'cancelled'],
    ['INR', 'expire', 'cancelled'],
    ['BDT', 'confirm', 'success'],
    ['BDT', 'fail', 'failed'],
    ['BDT', 'cancel', 'cancelled'],
    ['BDT', 'expire', 'cancelled'],
  ] as const)
    it(`${currency}: simulate ${action} answers with ${status}, and again with a 409`, async () => {
      const { trx } = (await local(500.11, currency)).body;
      const { status: http, body } = await simulate(trx, action);
      expect({ http, ...body }).to.include({ http: 200, status: 'success', payment_status: status });
      expect((await simulate(trx, action)).body.code).to.equal('payment_final');
    });

  it('refuse to simulate an unknown action, a card, and an unknown payment', async () => {
    const { trx } = (await local(500.11, 'INR')).body;
    expect((await simulate(trx, 'explode')).status).to.equal(400);
    for (const unknown of [randomUUID(), 'x', '%20', '%00'])
      expect((await simulate(unknown, 'confirm')).body.code).to.equal('transaction_not_found');
    const card = await tollgate.pay('4000000000003220');
    expect((await simulate(card.body.trx, 'confirm')).status).to.equal(422);
  });

  it('can be cancelled by the merchant before anybody pays, and then nobody pays them', async () => {
    const { trx } = (await local(500.11, 'INR')).body;
    const { status, body } = await cancel(trx);
    expect({ http: status, ...body }).to.include({ http: 200, payment_status: 'cancelled', trx });
    await press(`${tollgate.urls.sandbox}/upi/${String(trx)}`, 'confirm');
    expect(await tollgate.status(String(trx))).to.include({ reason: 'cancelled_by_merchant', gross_amount: 0 });
    expect((await cancel(trx)).body.code).to.equal('payment_final');
    expect((await tollgate.ledger(String(trx))).filter(({ result }) => result === 'charged')).to.deep.equal([]);
  });

  it('cannot be cancelled in a challenge of a card', async () => {
    const { body } = await tollgate.pay('4000000000003220');
    expect((await cancel(body.trx)).body.code).to.equal('payment_in_progress');
  });
});
