import { expect } from 'chai';
import { randomInt } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { countReviews } from '../../src/proofs/find-reviews.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment, stored } from '../proofs/a-local-payment.js';
import { aShop, removeSaved, saved } from '../proofs/api.js';
import { aPng, dataUri } from '../proofs/proofs-of-each-form.js';
import { as, type Operator } from './reviewers.js';

type Item = Record<string, unknown> & { trx: string; kind: string };

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe('the lists of what waits for a person', () => {
  let viewer: Operator;
  let reviewer: Operator;

  before(connectDatabase);
  before(async () => {
    [viewer, reviewer] = [await as('viewer'), await as('reviewer')];
  });
  after(removeSaved);

  /** Every page of a list, in order. */
  async function all(path: string): Promise<Item[]> {
    const items: Item[] = [];
    let cursor: unknown = '';
    while (typeof cursor === 'string') {
      const { status, body } = await viewer.get(`${path}${path.includes('?') ? '&' : '?'}cursor=${cursor}`);
      expect(status).to.equal(200);
      items.push(...(body.data as Item[]));
      cursor = body.next_cursor;
    }
    return items;
  }

  /** The items of a list that these payments make, in the list's order. */
  async function listed(path: string, made: PaymentRecord[]): Promise<Item[]> {
    const ids = made.map(({ _id }) => _id);
    return (await all(path)).filter(({ trx }) => ids.includes(trx));
  }

  it('give all that a reviewer needs of a proof', async () => {
    const { merchant, trx, payment, confirm } = await aShop();
    await confirm('UTR 632500000000, first');
    await confirm(dataUri(aPng(trx)));
    const [item] = await listed('/api/proofs?state=pending', [payment]);
    const { proof } = await stored(trx);
    expect(item).to.deep.include({
      trx,
      kind: 'proof',
      identifier: payment.identifier,
      merchant_id: merchant.id,
      merchant_name: 'Blue Tea Shop',
      test: true,
      method: 'upi',
      payment_status: 'pending',
      amount: 499,
      currency: 'INR',
      requested_amount: 499,
      requested_currency: 'INR',
      proof_status: 'pending',
      overdue: false,
      submitted_at: proof?.submittedAt.toISOString(),
      deadline: proof?.deadline.toISOString(),
      money: null,
    });
    expect(item?.versions).to.deep.equal([
      {
        version: 1,
        form: 'text',
        text: 'UTR 632500000000, first',
        image_url: null,
        content_type: null,
        submitted_at: proof?.versions[0]?.at.toISOString(),
      },
      {
        version: 2,
        form: 'image',
        text: null,
        image_url: `/api/proofs/${trx}/image?version=2`,
        content_type: 'image/png',
        submitted_at: proof?.versions[1]?.at.toISOString(),
      },
    ]);
  });

  it('name the other payment that showed a reference first', async () => {
    const [first, second] = [await aShop(), await aShop()];
    const reference = String(randomInt(700_000_000_000, 800_000_000_000));
    await first.confirm(reference);
    await second.confirm(reference);
    const use = async () => {
      const items = await listed('/api/proofs', [second.payment]);
      expect(items[0]?.flags).to.deep.equal(['reference_used']);
      const [only, ...others] = items[0]?.reference_used_by as Record<string, unknown>[];
      expect(others).to.deep.equal([]);
      return only;
    };
    const [item] = await listed('/api/proofs', [first.payment]);
    expect(item).to.deep.include({ flags: [], reference_used_by: [] });
    const before = {
      reference,
      trx: first.trx,
      payment_status: 'pending',
      proof_status: 'pending',
      decided_at: null,
    };
    expect(await use()).to.include(before);
    const { body } = await reviewer.post(`/api/proofs/${first.trx}/decision`, { decision: 'accept', amount: 499 });
    const after = { payment_status: 'success', proof_status: 'verified', decided_at: body.decided_at };
    expect(await use()).to.include({ ...before, ...after });
  });

  it('flag what another payment was paid under only after it was shown', async () => {
    const { payment, trx, confirm } = await aShop();
    const reference = String(randomInt(700_000_000_000, 800_000_000_000));
    await confirm(reference);
    const attempts = [{ no: 1, key: 'k-1', startedAt: new Date(), outcome: 'paid', reference }];
    const paid = await saved(aUpiPayment({ status: 'succeeded', attempts }));
    const [item] = await listed('/api/proofs', [payment]);
    expect(item?.flags).to.deep.equal(['reference_used']);
    const [use, ...others] = item?.reference_used_by as Record<string, unknown>[];
    expect(use).to.include({ reference, trx: paid._id, payment_status: 'success', proof_status: null });
    expect(others).to.deep.equal([]);
    expect((await reviewer.get(`/api/payments/${trx}`)).body.proofs).to.have.nested.property('[0].flags[0]');
  });

  it('show the overdue first, then the oldest, and forget what is decided', async () => {
    const made = [
      { submittedAt: secondsAgo(10) },
      { submittedAt: secondsAgo(30) },
      { submittedAt: secondsAgo(5), overdue: true },
      { submittedAt: secondsAgo(20) },
      { submittedAt: secondsAgo(50), overdue: true },
      { submittedAt: secondsAgo(99), status: 'rejected' as const },
      { submittedAt: secondsAgo(99), status: 'verified' as const },
    ].map((proof) => aUpiPayment({ proof: aProof(proof) }));
    for (const payment of made) await saved(payment);
    const order = [4, 2, 1, 3, 0].map((index) => made[index]?._id);
    for (const path of ['/api/proofs', '/api/reviews', '/api/reviews?kind=proof&state=pending'])
      expect((await listed(path, made)).map(({ trx }) => trx)).to.deep.equal(order);
  });

  it('put money between proofs by its age, and never twice', async () => {
    const old = aUpiPayment({ proof: aProof({ submittedAt: secondsAgo(40) }) });
    const both = aUpiPayment({
      proof: aProof({ submittedAt: secondsAgo(60) }),
      review: aMoneyReview({ openedAt: secondsAgo(30) }),
    });
    const late = aUpiPayment({
      status: 'cancelled',
      review: aMoneyReview({ kind: 'late_money', openedAt: secondsAgo(20), amount: 49900 }),
      next: { job: 'late-confirmation', at: IN_AN_HOUR() },
    });
    const decided = aUpiPayment({ review: aMoneyReview({ decidedAt: new Date(), decision: 'reject' }) });
    const made = [late, decided, both, old];
    for (const payment of made) await saved(payment);
    const kinds = async (path: string) => (await listed(path, made)).map(({ trx, kind }) => [trx, kind]);
    expect(await kinds('/api/reviews')).to.deep.equal([
      [old._id, 'proof'],
      [both._id, 'amount_mismatch'],
      [late._id, 'late_money'],
    ]);
    expect(await kinds('/api/reviews?kind=proof')).to.deep.equal([
      [both._id, 'proof'],
      [old._id, 'proof'],
    ]);
    expect(await kinds('/api/reviews?kind=amount_mismatch')).to.deep.equal([[both._id, 'amount_mismatch']]);
    expect(await kinds('/api/reviews?kind=late_money')).to.deep.equal([[late._id, 'late_money']]);
    const [item] = await listed('/api/reviews?kind=amount_mismatch', made);
    expect(item?.money).to.deep.include({ kind: 'amount_mismatch', amount: 249, currency: 'INR', decided_at: null });
  });

  it('are counted once each, overdue or not, for the overview', async () => {
    const before = await countReviews(1000);
    const review = aMoneyReview();
    for (const overrides of [
      { proof: aProof() },
      { proof: aProof({ overdue: true }) },
      { review },
      { proof: aProof({ overdue: true }), review },
      { proof: aProof({ status: 'verified', overdue: true }) },
      { review: aMoneyReview({ decidedAt: new Date(), decision: 'reject' }) },
    ])
      await saved(aUpiPayment(overrides));
    const { pending, overdue } = await countReviews(1000);
    expect([pending - before.pending, overdue - before.overdue]).to.deep.equal([4, 2]);
  });

  it('go on where the last page ended', async () => {
    const at = secondsAgo(3);
    const many = Array.from({ length: 120 }, (_, index) =>
      aUpiPayment(
        index % 3 === 0
          ? { review: aMoneyReview({ openedAt: at }) }
          : { proof: aProof({ submittedAt: at, overdue: index % 10 !== 1 }) },
      ),
    );
    await payments.insertMany(many);
    try {
      for (const [path, count] of [
        ['/api/reviews', 120],
        ['/api/proofs', 80],
        ['/api/reviews?kind=amount_mismatch', 40],
      ] as const) {
        const items = await listed(path, many);
        expect(new Set(items.map(({ trx }) => trx)).size).to.equal(count);
        expect(items).to.have.length(count);
      }
      const { body } = await viewer.get('/api/reviews');
      expect(body.data).to.have.length(50);
    } finally {
      await payments.deleteMany({ _id: { $in: many.map(({ _id }) => _id) } });
    }
  });

  const WRONG = [
    '/api/proofs?state=verified',
    '/api/proofs?state=nonsense',
    '/api/proofs?state=pending&state=pending',
    '/api/reviews?state=decided',
    '/api/reviews?kind=card',
    '/api/reviews?kind[$ne]=proof&kind=proof&kind=late_money',
    '/api/proofs?cursor=nonsense',
    `/api/proofs?cursor=${Buffer.from('{"$gt":""}').toString('base64url')}`,
    `/api/proofs?cursor=${Buffer.from('[true,{"$gt":1},"x"]').toString('base64url')}`,
    `/api/reviews?cursor=${Buffer.from('[true,1e99,"x"]').toString('base64url')}`,
  ];
  for (const path of WRONG)
    it(`refuse ${path}`, async () => {
      const { status, body } = await viewer.get(path);
      expect(status).to.equal(400);
      expect(body.code).to.equal('validation_error');
    });
});
