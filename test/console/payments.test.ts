import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { deliveries } from '../../src/ipn/delivery.model.js';
import { createMerchant } from '../../src/merchants/manage-merchants.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { newTrxKey, trxOf } from '../../src/merchants/trx.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { hosted } from '../checkout/a-hosted-payment.js';
import { aDispute } from '../disputes/a-dispute.js';
import { aDelivery, TestMerchant } from '../ipn/a-delivery.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { aProof, aUpiPayment, aWalletPayment } from '../proofs/a-local-payment.js';
import { aPaidPayment, aRefund } from '../refunds/a-refund.js';
import { bearer, jsonOf, startConsole, type TestConsole, theOperator } from './console.js';

interface Page {
  data: { trx: string; payment_status: string; merchant_id: string }[];
  next_cursor: string | null;
}

describe('console payments', () => {
  let console: TestConsole;
  let headers: { authorization: string };
  let merchantId: string;
  before(async () => {
    console = await startConsole();
    headers = bearer(await theOperator('viewer'));
  });
  after(() => console.close());
  beforeEach(() => {
    merchantId = `mer_${randomBytes(8).toString('hex')}`;
  });
  afterEach(() => payments.deleteMany({ merchantId }));

  async function save(...overrides: Partial<PaymentRecord>[]): Promise<string[]> {
    const made = overrides.map((each) => aPayment({ merchantId, ...each }));
    await payments.insertMany(made);
    return made.map(({ _id }) => _id);
  }

  const ask = (query: Record<string, string>) => console.http.get('/api/payments').query(query).set(headers);
  const find = async (query: Record<string, string>) => jsonOf<Page>(await ask(query).expect(200));
  const trxsOf = ({ data }: Page) => data.map(({ trx }) => trx);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  it('are listed newest first, in pages', async () => {
    const trxs = await save(...Array.from({ length: 53 }, (_, i) => ({ createdAt: minutesAgo(i * 60) })));
    const first = await find({ merchant: merchantId });
    expect(trxsOf(first)).to.deep.equal(trxs.slice(0, 50));
    const second = await find({ merchant: merchantId, cursor: first.next_cursor ?? '' });
    expect(trxsOf(second)).to.deep.equal(trxs.slice(50));
    expect(second.next_cursor).to.equal(null);
  });

  it('are listed without any filter, the newest ones first', async () => {
    const [newest, older] = await save(
      { createdAt: new Date(Date.now() + 60_000) },
      { createdAt: new Date(Date.now() + 59_000) },
    );
    const page = await find({});
    expect(trxsOf(page).slice(0, 2)).to.deep.equal([newest, older]);
  });

  it('are found by the status that merchants see', async () => {
    const [waiting, done, failed, cancelled] = await save(
      { status: 'unresolved' },
      { status: 'succeeded' },
      { status: 'failed' },
      { status: 'cancelled' },
    );
    const expected = { pending: waiting, success: done, failed, cancelled };
    for (const [status, trx] of Object.entries(expected)) {
      const { data } = await find({ status, merchant: merchantId });
      expect(data.map((each) => [each.trx, each.payment_status])).to.deep.equal([[trx, status]]);
    }
    await find({ status: 'success' }); // all merchants
  });

  it('are found by trx, in either case, and by all filters at once', async () => {
    const [trx = ''] = await save({ status: 'succeeded' });
    expect(trxsOf(await find({ trx: trx.toUpperCase() }))).to.deep.equal([trx]);
    expect(trxsOf(await find({ trx, status: 'success', merchant: merchantId }))).to.deep.equal([trx]);
    for (const other of [{ status: 'failed' }, { merchant: 'mer_other' }, { identifier: 'another' }])
      expect(trxsOf(await find({ trx, ...other }))).to.deep.equal([]);
    expect(trxsOf(await find({ trx: randomUUID() }))).to.deep.equal([]);
  });

  it('are found by identifier, whichever merchant used it', async () => {
    const identifier = `order ${randomUUID()} & more`;
    const made: { id: string; trx: string }[] = [];
    for (const name of ['One', 'Two']) {
      const { id } = await createMerchant({ name, mode: 'test' });
      const merchant = await merchants.findOne({ _id: id });
      if (!merchant) throw new Error('The merchant that was just made is gone');
      const [trx = ''] = await save({ _id: trxOf(merchant, identifier), identifier, merchantId: id });
      made.push({ id, trx });
    }
    expect(trxsOf(await find({ identifier }))).to.have.members(made.map(({ trx }) => trx));
    for (const { id, trx } of made)
      for (const which of [{ merchant: id }, { trx }])
        expect(trxsOf(await find({ identifier, ...which }))).to.deep.equal([trx]);
    expect(trxsOf(await find({ identifier: identifier.toUpperCase() }))).to.deep.equal([]);
    await payments.deleteMany({ _id: { $in: made.map(({ trx }) => trx) } });
    await merchants.deleteMany({ _id: { $in: made.map(({ id }) => id) } });
  });

  it('are found by identifier though the key of another merchant does not open, which is logged', async () => {
    const identifier = randomUUID();
    const [good, bad] = [new TestMerchant(), new TestMerchant()];
    await Promise.all([good.save(), bad.save()]);
    const trxKey = newTrxKey(good.id); // sealed for this merchant alone
    await merchants.updateMany({ _id: { $in: [good.id, bad.id] } }, { $set: { trxKey } });
    const merchant = await merchants.findOne({ _id: good.id });
    if (!merchant) throw new Error('The merchant that was just made is gone');
    const [trx] = await save({ _id: trxOf(merchant, identifier), identifier });
    let found: Page | undefined;
    const lines = await logLines(async () => {
      found = await find({ identifier });
    }).finally(() => Promise.all([good.remove(), bad.remove()]));
    expect(found && trxsOf(found)).to.deep.equal([trx]);
    const said = lines.filter(({ message }) => message === 'trx_key.unreadable');
    expect(said).to.have.length(1);
    expect(said[0]).to.have.property('merchants').that.includes(bad.id).and.not.includes(good.id);
  });

  it('are found by the last four digits of a card, whatever became of them, newest first', async () => {
    const last4 = String(randomInt(4000)).padStart(4, '0'); // and not 4242, which the other card has
    const card = { network: 'VISA', first6: '424242', last4, expiryMonth: 1, expiryYear: 2040, fingerprint: 'f' };
    const trxs = await save(
      { card, status: 'failed', createdAt: minutesAgo(1) },
      { card, status: 'succeeded', createdAt: minutesAgo(60 * 24 * 400) },
    );
    await save({ status: 'failed' });
    const ours = ({ data }: Page) => data.filter(({ merchant_id }) => merchant_id === merchantId).map(({ trx }) => trx);
    expect(ours(await find({ last4 }))).to.deep.equal(trxs);
    expect(ours(await find({ last4, status: 'failed' }))).to.deep.equal(trxs.slice(0, 1));
  });

  it('are refused for wrong words, all of them named', async () => {
    const refused = await ask({ trx: 'x', status: 'succeeded', cursor: 'x' }).expect(400);
    expect(jsonOf<{ errors: { field: string }[] }>(refused).errors.map(({ field }) => field)).to.deep.equal([
      'trx',
      'status',
      'cursor',
    ]);
    await console.http.get('/api/payments?status=failed&status=success').set(headers).expect(400);
    await console.http.get('/api/payments?merchant[$ne]=x').set(headers).expect(200); // another parameter's name
    await console.http.post('/api/payments').set(headers).expect(405).expect('allow', 'GET, HEAD');
  });

  describe('one of them', () => {
    const show = async (trx: string) =>
      jsonOf<Record<string, unknown>>(await console.http.get(`/api/payments/${trx}`).set(headers).expect(200));

    it('shows its history, attempts with the true code, and notifications; of the card only what may be kept', async () => {
      const at = minutesAgo(1);
      const [trx = ''] = await save({
        status: 'failed',
        reason: 'do_not_honor',
        attempts: [
          {
            no: 1,
            key: 'k-1',
            startedAt: at,
            answeredAt: at,
            outcome: 'declined',
            gatewayCode: 'lost_card',
            reference: 'r',
          },
        ],
        history: [{ event: 'declined', from: 'authorizing', to: 'failed', at, actor: 'card-authorization' }],
      });
      const sent = aDelivery({ trx, merchantId });
      await deliveries.insertOne(sent);
      const shown = await show(trx.toUpperCase());
      expect(shown).to.deep.include({
        trx,
        payment_status: 'failed',
        reason: 'do_not_honor',
        merchant_id: merchantId,
        state: 'failed',
        card: { network: 'VISA', first6: '424242', last4: '4242', expiry_month: 12, expiry_year: 2040 },
        waits_for: null,
        history: [
          { at: at.toISOString(), event: 'declined', from: 'authorizing', to: 'failed', actor: 'card-authorization' },
        ],
        attempts: [
          {
            no: 1,
            account: 'sandbox-card',
            key: 'k-1',
            idempotency_key: 'k-1',
            started_at: at.toISOString(),
            answered_at: at.toISOString(),
            outcome: 'declined',
            reason: null,
            passed_on: false,
            reference: 'r',
            gateway_code: 'lost_card',
          },
        ],
        proofs: [],
      });
      expect(JSON.stringify(shown)).not.to.include('fingerprint');
      expect(shown.deliveries).to.have.length(1);
      expect(shown.deliveries).to.have.nested.property('[0].id', sent._id);
      await deliveries.deleteOne({ _id: sent._id });
    });

    it('says what it waits for, who looks next and when it expires', async () => {
      const next = { job: 'upi-confirmation', at: new Date('2030-01-02T03:04:05.678Z') } as const;
      const local = { expiresAt: new Date('2030-01-02T03:15:00Z'), pollCount: 1, lateMoney: 'accept' } as const;
      const waiting = aUpiPayment({ merchantId, next, local });
      const reviewed = aUpiPayment({
        merchantId,
        next,
        local,
        proof: {
          status: 'pending',
          submittedAt: new Date(),
          versions: [{ no: 1, form: 'text', text: 'UTR 123', digest: 'd', at: new Date() }],
          flags: [],
          references: [],
          overdue: true,
          deadline: new Date('2030-01-03T00:00:00Z'),
          note: '',
          reviewVersion: 1,
          next: { job: 'proof-review', at: new Date('2030-01-03T00:00:00Z') },
        },
      });
      await payments.insertMany([waiting, reviewed]);
      const sentence =
        "Waits for the customer's UPI app. Next look by upi-confirmation at 2030-01-02 03:04:05 UTC. Expires at 2030-01-02 03:15:00 UTC.";
      expect((await show(waiting._id)).waits_for).to.equal(sentence);
      const shown = await show(reviewed._id);
      expect(shown.waits_for).to.equal(`${sentence} A proof is under review, overdue, until 2030-01-03 00:00:00 UTC.`);
      expect(shown.proofs).to.have.nested.property('[0].versions[0].text', 'UTR 123');
    });

    it('says that its time is over when the gateway has not said what became of it, unless a person judges it', async () => {
      const local = { expiresAt: new Date('2026-01-02T03:15:00Z'), pollCount: 90, lateMoney: 'accept' } as const;
      const over =
        /^Its time was over at 2026-01-02 03:15:00 UTC, and the gateway has not said what became of it\. Next look by \S+ at \S+ \S+ UTC\.$/;
      const silent = [aWalletPayment({ merchantId, local }), aUpiPayment({ merchantId, local })];
      const judged = aWalletPayment({ merchantId, local, proof: aProof() });
      await payments.insertMany([...silent, judged]);
      for (const { _id } of silent) expect((await show(_id)).waits_for).to.match(over);
      expect((await show(judged._id)).waits_for)
        .to.include('A proof is under review')
        .and.not.include('time was over');
    });

    it('says of an open challenge when that expires', async () => {
      const expiresAt = new Date('2030-01-02T03:15:00Z');
      const [trx = ''] = await save({ status: 'challenged', threeDs: { policy: 'required', pollCount: 1, expiresAt } });
      const shown = await show(trx);
      expect(shown.expires_at).to.equal(expiresAt.toISOString());
      expect(shown.waits_for).to.include('Expires at 2030-01-02 03:15:00 UTC.');
    });

    it('says of a hosted payment whose customer chooses anew when the page ends, not what was given up', async () => {
      const expiresAt = new Date('2030-01-02T03:15:00Z');
      const local = { expiresAt: new Date('2030-01-30T03:15:00Z'), pollCount: 1, lateMoney: 'accept' } as const;
      const next = { job: 'checkout-expiry', at: expiresAt } as const;
      const payment = hosted(aPayment({ merchantId, status: 'checkout_open', local, next }), { expiresAt });
      await payments.insertOne(payment);
      const shown = await show(payment._id);
      expect(shown.expires_at).to.equal(expiresAt.toISOString());
      expect(shown.waits_for).to.include('Expires at 2030-01-02 03:15:00 UTC.');
    });

    it('says that late money is waited for, and when a review is, by whom', async () => {
      const late = aUpiPayment({
        merchantId,
        status: 'cancelled',
        next: { job: 'late-confirmation', at: IN_AN_HOUR() },
      });
      const judged = aUpiPayment({
        merchantId,
        review: { kind: 'amount_mismatch', openedAt: new Date(), amount: 1, currency: 'INR', reference: 'r' },
        next: null,
      });
      await payments.insertMany([late, judged]);
      const shown = await show(late._id);
      expect(shown.waits_for).to.match(/^Waits for late money\. Next look by late-confirmation at \S+ \S+ UTC\.$/);
      expect(shown.expires_at).to.equal(null);
      const judging = 'An operator must judge the money that came (amount_mismatch).';
      expect(await show(judged._id)).to.include({ waits_for: judging, expires_at: null });
    });

    it('says of a success what of its money is still open', async () => {
      const trx = randomUUID();
      const success = (overrides: Partial<PaymentRecord>) => aPaidPayment({ merchantId, next: null, ...overrides });
      const refunding = success({ _id: trx, refunds: [aRefund(trx, 1), aRefund(trx, 2, { status: 'failed' })] });
      const refunded = success({ refunds: [aRefund(trx, 3, { status: 'succeeded' })] });
      const [disputed, won] = [
        success({ disputes: [aDispute()] }),
        success({ disputes: [aDispute({ state: 'won' })] }),
      ];
      await payments.insertMany([refunding, refunded, disputed, won]);
      expect((await show(trx)).waits_for).to.equal('A refund is on its way.');
      expect((await show(disputed._id)).waits_for).to.equal('A dispute is open.');
      for (const { _id } of [refunded, won]) expect((await show(_id)).waits_for).to.equal(null);
    });

    it('is not found under a trx that no payment has', async () => {
      for (const trx of [randomUUID(), 'x', '%24ne'])
        await console.http
          .get(`/api/payments/${trx}`)
          .set(headers)
          .expect(404)
          .expect(/"code":"transaction_not_found"/);
      await console.http.get('/api/payments/%E0%A4%A').set(headers).expect(404);
      await console.http.delete(`/api/payments/${randomUUID()}`).set(headers).expect(405);
    });
  });
});
