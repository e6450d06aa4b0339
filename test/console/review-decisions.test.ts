import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { connectDatabase } from '../../src/database/client.js';
import { inUtc } from '../../src/time.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import { aMoneyReview, aProof, aUpiPayment, aWalletPayment, stored } from '../proofs/a-local-payment.js';
import { aShop, removeSaved, saved } from '../proofs/api.js';
import { auditOf } from './console.js';
import { app, as, type Operator } from './reviewers.js';

describe("an operator's decision", () => {
  let viewer: Operator;
  let reviewer: Operator;

  before(connectDatabase);
  before(async () => {
    [viewer, reviewer] = [await as('viewer'), await as('reviewer')];
  });
  after(removeSaved);

  it('accepts with the amount in major units, and is in the audit trail', async () => {
    const { trx, confirm, status } = await aShop();
    await confirm('632551234567');
    const { status: code, body } = await reviewer.post(`/api/proofs/${trx}/decision`, {
      decision: 'accept',
      amount: 499.0,
      note: 'On the statement',
    });
    expect(code).to.equal(200);
    expect(body).to.include({
      trx,
      payment_status: 'success',
      proof_status: 'verified',
      decided_by: reviewer.email,
      amount_seen: 499,
    });
    expect((await status()).body).to.deep.include({
      payment_status: 'success',
      proof_status: 'verified',
      proof_verified_at: body.decided_at,
      verification_notes: 'On the statement',
    });
    const [line, ...others] = await auditOf(trx);
    expect(others).to.deep.equal([]);
    expect(line).to.deep.include({
      email: reviewer.email,
      action: 'proof.accepted',
      object: trx,
      details: { amount: 499, note: 'On the statement' },
    });
  });

  it('rejects, and a second one hears who decided what and when', async () => {
    const { trx, confirm, status } = await aShop();
    await confirm('632551234567');
    const reject = { decision: 'reject', note: 'No such transfer' };
    const { body } = await reviewer.post(`/api/reviews/${trx.toUpperCase()}/decision`, reject);
    expect(body).to.include({ payment_status: 'failed', reason: 'proof_rejected', proof_status: 'rejected' });
    expect((await status()).body).to.include({ proof_status: 'rejected', verification_notes: 'No such transfer' });
    const second = await reviewer.post(`/api/proofs/${trx}/decision`, { decision: 'accept', amount: 499 });
    expect(second.status).to.equal(409);
    expect(second.body.code).to.equal('payment_final');
    expect(second.body.message?.[0])
      .to.include(reviewer.email)
      .and.to.include(inUtc(String(body.decided_at)));
    expect((await confirm('another 1')).status).to.equal(409);
  });

  it('decides money that did not fit, and money that came late', async () => {
    const fits = await saved(aUpiPayment({ review: aMoneyReview() }));
    const late = await saved(
      aWalletPayment({
        status: 'cancelled',
        next: { job: 'late-confirmation', at: IN_AN_HOUR() },
        review: aMoneyReview({ kind: 'late_money', amount: 50000, currency: 'BDT' }),
      }),
    );
    const rejected = await reviewer.post(`/api/reviews/${fits._id}/decision`, { decision: 'reject', note: 'Half' });
    expect(rejected.body).to.include({ payment_status: 'failed', reason: 'gateway_error' });
    const accepted = await reviewer.post(`/api/reviews/${late._id}/decision`, { decision: 'accept', amount: 500 });
    expect(accepted.body).to.include({ payment_status: 'success', reason: 'late_confirmation' });
    expect(accepted.body.money).to.include({ decision: 'accept', decided_by: reviewer.email });
    const { status, body } = await viewer.get(`/api/reviews/${fits._id}`);
    expect({ status, kind: body.kind }).to.deep.equal({ status: 200, kind: 'amount_mismatch' });
    expect(body.money).to.include({ decision: 'reject', decided_by: reviewer.email, note: 'Half' });
  });

  it('moves nothing when the amounts differ', async () => {
    const before = await saved(aUpiPayment({ proof: aProof() }));
    for (const amount of [498.99, 4.99, 49900, 0]) {
      const { status, body } = await reviewer.post(`/api/proofs/${before._id}/decision`, {
        decision: 'accept',
        amount,
      });
      expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'amount_mismatch' });
    }
    expect(await stored(before._id)).to.deep.equal(before);
  });

  for (const note of [undefined, '  '])
    it(`tells the merchant what was decided when the operator gives ${note ? 'a blank' : 'no'} note`, async () => {
      const { _id: trx } = await saved(aUpiPayment({ proof: aProof() }));
      expect((await reviewer.post(`/api/proofs/${trx}/decision`, { decision: 'reject', note })).status).to.equal(200);
      expect((await stored(trx)).proof).to.include({ status: 'rejected', note: 'The payment could not be verified' });
    });

  it('is made once when ten operators make it at once', async () => {
    const { _id: trx } = await saved(aUpiPayment({ proof: aProof() }));
    const bodies = [
      { decision: 'accept', amount: 499 },
      { decision: 'reject', note: 'No such transfer' },
    ];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) => reviewer.post(`/api/proofs/${trx}/decision`, bodies[index % 2] ?? {})),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, ...Array<number>(9).fill(409)]);
    expect((await stored(trx)).results).to.have.length(1);
  });

  const FAULTS: [string, object, [string, string][]][] = [
    ['an empty body', {}, [['decision', 'required']]],
    ['another word', { decision: 'approve', amount: 499 }, [['decision', 'unsupported']]],
    ['an object for a decision', { decision: { $ne: 'reject' } }, [['decision', 'invalid_type']]],
    ['accepting without an amount', { decision: 'accept' }, [['amount', 'required']]],
    ['an amount in a string', { decision: 'accept', amount: '499.00' }, [['amount', 'invalid_type']]],
    ['an amount below nothing', { decision: 'accept', amount: -499 }, [['amount', 'too_small']]],
    ['half a paisa', { decision: 'accept', amount: 499.005 }, [['amount', 'too_many_decimals']]],
    ['an amount beyond all bounds', { decision: 'reject', amount: 1e15, note: 'x' }, [['amount', 'too_large']]],
    ['an amount that is no safe number', { decision: 'accept', amount: 1e300 }, [['amount', 'out_of_range']]],
    ['a note in a list', { decision: 'reject', note: ['x'] }, [['note', 'invalid_type']]],
    ['a note of 1,001 characters', { decision: 'reject', note: 'x'.repeat(1001) }, [['note', 'too_long']]],
    [
      'several faults at once',
      { decision: 'accept', note: 5, version: 0 },
      [
        ['amount', 'required'],
        ['note', 'invalid_type'],
        ['version', 'too_small'],
      ],
    ],
  ];
  for (const [what, sent, faults] of FAULTS)
    it(`refuses ${what}, and moves nothing`, async () => {
      const before = await saved(aUpiPayment({ proof: aProof() }));
      const { status, body } = await reviewer.post(`/api/proofs/${before._id}/decision`, sent);
      expect(status).to.equal(400);
      expect(body.errors?.map(({ field, code }) => [field, code])).to.deep.equal(faults);
      expect(await stored(before._id)).to.deep.equal(before);
    });

  it('finds no payment for an unknown trx', async () => {
    for (const matter of ['proofs', 'reviews'])
      for (const trx of [randomUUID(), 'no-uuid', '%24gt']) {
        const { status, body } = await reviewer.post(`/api/${matter}/${trx}/decision`, {
          decision: 'accept',
          amount: 1,
        });
        expect({ status, code: body.code }).to.deep.equal({ status: 404, code: 'transaction_not_found' });
      }
  });

  it('is not for viewers, and nothing here is for strangers', async () => {
    const { _id: trx } = await saved(aUpiPayment({ proof: aProof() }));
    for (const matter of ['proofs', 'reviews']) {
      const path = `/api/${matter}/${trx}/decision`;
      expect((await viewer.post(path, { decision: 'reject', note: 'x' })).status).to.equal(403);
      expect((await supertest(app).post(path).send({ decision: 'reject', note: 'x' })).status).to.equal(401);
      expect((await supertest(app).get(`/api/${matter}`)).status).to.equal(401);
    }
    expect((await supertest(app).get(`/api/proofs/${trx}/image`)).status).to.equal(401);
    expect((await stored(trx)).status).to.equal('awaiting_payment');
  });
});
