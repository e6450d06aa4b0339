import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { connectDatabase } from '../../src/database/client.js';
import { ApiError } from '../../src/errors.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { presentPayment } from '../../src/payments/present-payment.js';
import { decideReview, type Matter, type ReviewDecision } from '../../src/proofs/decide-review.js';
import { inUtc } from '../../src/time.js';
import { confirmation } from '../../workers/async-outcome.js';
import { transition } from '../../src/payments/transition.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { justBefore } from '../support/just-before.js';
import { aMoneyReview, aProof, aUpiPayment, aWalletPayment, stored } from './a-local-payment.js';
import { removeSaved, saved } from './api.js';

const BY = 'ops@shop.example';
const ACCEPT: ReviewDecision = { decision: 'accept', amount: 49900, by: BY };
const REJECT: ReviewDecision = { decision: 'reject', note: 'No such transfer', by: BY };

const ended = (overrides: Partial<PaymentRecord>): PaymentRecord =>
  aUpiPayment({
    status: 'cancelled',
    reason: 'expired',
    next: { job: 'late-confirmation', at: IN_AN_HOUR() },
    ...overrides,
  });

/** What was thrown, as the answer that an operator gets. */
async function refusal(deciding: Promise<unknown>): Promise<ApiError> {
  try {
    await deciding;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}

describe('decideReview()', () => {
  before(connectDatabase);
  after(removeSaved);

  it('leaves what its gateway has told meanwhile to the job, which knows what to do with money of another amount', async () => {
    const openedAt = new Date();
    const review = { kind: 'not_told', openedAt, amount: 0, currency: 'EUR', reference: 'c0ffeen1' } as const;
    const money = { outcome: 'authorized', reference: 'psp-1', amount: 4990, currency: 'EUR' } as const;
    const declined = { outcome: 'declined', reason: 'expired_card', gatewayCode: '6' } as const;
    const refuse = async (told: NonNullable<PaymentRecord['told']>) => {
      const { _id: trx } = await saved(aPayment({ status: 'unresolved', review, told }));
      return decideReview(trx, 'review', { decision: 'reject', by: 'ada@tollgate.example' });
    };
    for (const result of [money, declined, { ...money, amount: 4980 }])
      expect(await refusal(refuse({ attempt: 1, result }))).to.include({ status: 409, code: 'payment_final' });
  });

  it('of what its gateway has not told is none of money that has come before a person meanwhile', async () => {
    const openedAt = new Date();
    const review = { kind: 'not_told', openedAt, amount: 0, currency: 'EUR', reference: 'c0ffeen1' } as const;
    const { _id } = await saved(aPayment({ status: 'unresolved', review }));
    const come = { $set: { review: aMoneyReview() }, $inc: { version: 1 } };
    justBefore(payments, 'updateOne', () => payments.updateOne({ _id }, come));
    expect(await refusal(decideReview(_id, 'review', REJECT))).to.include({ status: 409, code: 'payment_final' });
    expect(await stored(_id))
      .to.include({ status: 'unresolved' })
      .and.not.have.nested.property('review.decision');
  });

  describe('of which the gateway has told nothing', () => {
    const notTold = () => {
      const review = { kind: 'not_told', openedAt: new Date(), amount: 0, currency: 'EUR', reference: 'n1' } as const;
      return saved(aPayment({ status: 'unresolved', account: knownAdyenAccount(), review }));
    };
    const find = ({ _id, amounts }: PaymentRecord, reference: string) =>
      decideReview(_id, 'review', { decision: 'accept', amount: amounts.gross, reference, by: BY });
    const aReference = () => randomUUID().slice(0, 8).toUpperCase();

    it('gives one reference to one payment, though another operator accepts the other one between look and write', async () => {
      const [reference, one, other] = [aReference(), await notTold(), await notTold()];
      const update = payments.updateOne.bind(payments);
      Object.assign(payments, {
        updateOne: async (...call: Parameters<typeof update>) => {
          Object.assign(payments, { updateOne: update });
          await find(other, reference);
          return update(...call);
        },
      });
      expect(await refusal(find(one, reference))).to.have.nested.property('extra.errors[0].code', 'reference_used');
      const states = await Promise.all([one, other].map(async ({ _id }) => (await stored(_id)).status));
      expect(states).to.deep.equal(['unresolved', 'succeeded']);
    });

    it('takes a reference in capitals where the gateway knows no other letters', async () => {
      const [reference, one, other] = [aReference(), await notTold(), await notTold()];
      expect((await find(one, reference.toLowerCase())).attempts.at(-1)).to.include({ reference });
      for (const typed of [reference, reference.toLowerCase()])
        expect(await refusal(find(other, typed))).to.have.nested.property('extra.errors[0].code', 'reference_used');
    });
  });

  interface Case {
    what: string;
    payment: () => PaymentRecord;
    matter: Matter;
    verdict: ReviewDecision;
    /** What the merchant sees then. */
    sees: Record<string, unknown>;
    /** The results of which the merchant hears. */
    hears: string[];
  }

  const CASES: Case[] = [
    {
      what: 'accepts a proof: the payment succeeds',
      payment: () => aUpiPayment({ proof: aProof() }),
      matter: 'proof',
      verdict: { ...ACCEPT, note: 'Seen on the statement' },
      sees: {
        payment_status: 'success',
        reason: null,
        proof_status: 'verified',
        verification_notes: 'Seen on the statement',
        gross_amount: 499,
        late_confirmation: false,
      },
      hears: ['payment.success'],
    },
    {
      what: 'accepts a proof without a note',
      payment: () => aUpiPayment({ proof: aProof() }),
      matter: 'proof',
      verdict: ACCEPT,
      sees: { payment_status: 'success', proof_status: 'verified', verification_notes: 'The payment was verified' },
      hears: ['payment.success'],
    },
    {
      what: 'rejects a proof: the payment fails, and the merchant reads the note',
      payment: () => aUpiPayment({ proof: aProof() }),
      matter: 'proof',
      verdict: REJECT,
      sees: {
        payment_status: 'failed',
        reason: 'proof_rejected',
        proof_status: 'rejected',
        proof_verified_at: null,
        verification_notes: 'No such transfer',
        gross_amount: 0,
      },
      hears: ['payment.failed'],
    },
    {
      what: 'rejects the proof of a wallet payment among all that waits',
      payment: () => aWalletPayment({ proof: aProof() }),
      matter: 'review',
      verdict: REJECT,
      sees: { payment_status: 'failed', reason: 'proof_rejected', proof_status: 'rejected' },
      hears: ['payment.failed'],
    },
    {
      what: 'accepts money that did not fit, once all of it was seen',
      payment: () => aUpiPayment({ review: aMoneyReview() }),
      matter: 'review',
      verdict: ACCEPT,
      sees: { payment_status: 'success', reason: null, proof_status: null, late_confirmation: false },
      hears: ['payment.success'],
    },
    {
      what: 'rejects money that did not fit: the payment fails',
      payment: () => aUpiPayment({ review: aMoneyReview() }),
      matter: 'review',
      verdict: REJECT,
      sees: { payment_status: 'failed', reason: 'gateway_error', proof_status: null },
      hears: ['payment.failed'],
    },
    {
      what: 'accepts late money: the payment succeeds late',
      payment: () => ended({ review: aMoneyReview({ kind: 'late_money', amount: 49900 }) }),
      matter: 'review',
      verdict: ACCEPT,
      sees: { payment_status: 'success', reason: 'late_confirmation', late_confirmation: true, gross_amount: 499 },
      hears: ['payment.success'],
    },
    {
      what: 'accepts late money that did not fit as late, too',
      payment: () => ended({ status: 'failed', reason: 'gateway_error', review: aMoneyReview() }),
      matter: 'review',
      verdict: ACCEPT,
      sees: { payment_status: 'success', reason: 'late_confirmation', late_confirmation: true },
      hears: ['payment.success'],
    },
    {
      what: 'rejects late money: the payment stays as it ended',
      payment: () => ended({ review: aMoneyReview({ kind: 'late_money', amount: 49900 }) }),
      matter: 'review',
      verdict: REJECT,
      sees: { payment_status: 'cancelled', reason: 'expired', late_confirmation: false },
      hears: [],
    },
    {
      what: 'accepts a proof and closes the review of money with it',
      payment: () => aUpiPayment({ proof: aProof(), review: aMoneyReview() }),
      matter: 'proof',
      verdict: ACCEPT,
      sees: { payment_status: 'success', proof_status: 'verified' },
      hears: ['payment.success'],
    },
    {
      what: 'rejects money and the proof of it together',
      payment: () => aUpiPayment({ proof: aProof(), review: aMoneyReview() }),
      matter: 'review',
      verdict: REJECT,
      sees: { payment_status: 'failed', reason: 'gateway_error', proof_status: 'rejected' },
      hears: ['payment.failed'],
    },
    {
      what: 'rejects a proof and the money that did not fit with it',
      payment: () => aUpiPayment({ proof: aProof(), review: aMoneyReview() }),
      matter: 'proof',
      verdict: REJECT,
      sees: { payment_status: 'failed', reason: 'gateway_error', proof_status: 'rejected' },
      hears: ['payment.failed'],
    },
  ];

  for (const { what, payment, matter, verdict, sees, hears } of CASES)
    it(what, async () => {
      const before = await saved(payment());
      const after = await decideReview(before._id, matter, {
        ...verdict,
        ...(verdict.amount && { amount: before.amounts.gross }),
      });
      const now = await stored(before._id);
      expect(presentPayment(now)).to.include(sees).and.to.deep.equal(presentPayment(after));
      expect(now.results.map(({ type }) => type)).to.deep.equal(hears);
      expect(now.results.map(({ data }) => data)).to.deep.equal(hears.map(() => JSON.stringify(presentPayment(now))));
      if (now.proof) {
        expect(now.proof).to.include({ decidedBy: BY }).and.not.to.have.property('next');
        expect(now.proof.reviewVersion).to.equal(2);
        expect(now.proof.verifiedAt).to.deep.equal(verdict.decision === 'accept' ? now.proof.decidedAt : undefined);
        expect(now.proof.amountSeen).to.equal(verdict.amount);
      }
      if (now.review) {
        expect(now.review).to.include({ decision: verdict.decision, decidedBy: BY });
        expect(now.review.decidedAt).to.be.instanceOf(Date);
      }
      if (hears.length > 0) expect(now.history.at(-1)).to.include({ actor: BY });
    });

  it('keeps the search for late money going when it is rejected', async () => {
    const before = await saved(ended({ review: aMoneyReview({ kind: 'late_money' }) }));
    const { version, next, updatedAt } = await decideReview(before._id, 'review', REJECT);
    expect({ version, next, updatedAt }).to.deep.equal({ version: 2, next: before.next, updatedAt: before.updatedAt });
  });

  for (const [what, amount] of [
    ['less', 49899],
    ['more', 49901],
    ['nothing', 0],
    ['a hundredth', 499],
  ] as const)
    it(`moves nothing when ${what} was seen than was asked for`, async () => {
      const before = await saved(aUpiPayment({ proof: aProof(), review: aMoneyReview() }));
      for (const matter of ['proof', 'review'] as const) {
        const { status, code, message } = await refusal(decideReview(before._id, matter, { ...ACCEPT, amount }));
        expect({ status, code }).to.deep.equal({ status: 422, code: 'amount_mismatch' });
        expect(message)
          .to.include(`${(amount / 100).toFixed(2)} INR`)
          .and.to.include('499.00 INR');
      }
      expect(await stored(before._id)).to.deep.equal(before);
    });

  it('rejects whatever amount was seen', async () => {
    const { _id } = await saved(aUpiPayment({ proof: aProof() }));
    expect((await decideReview(_id, 'proof', { ...REJECT, amount: 100 })).proof).to.include({ amountSeen: 100 });
  });

  const MISSING: [string, () => PaymentRecord, Matter, string][] = [
    ['a payment that was never saved', () => aUpiPayment({ _id: randomUUID() }), 'proof', 'transaction_not_found'],
    ['a payment without a proof', () => aUpiPayment({ review: aMoneyReview() }), 'proof', 'proof_not_found'],
    ['a payment without anything to review', () => aUpiPayment(), 'review', 'review_not_found'],
  ];
  for (const [what, payment, matter, code] of MISSING)
    it(`finds nothing to decide on ${what}`, async () => {
      const made = payment();
      if (code !== 'transaction_not_found') await saved(made);
      const error = await refusal(decideReview(made._id, matter, ACCEPT));
      expect({ status: error.status, code: error.code }).to.deep.equal({ status: 404, code });
    });

  for (const [first, second, outcome] of [
    [ACCEPT, REJECT, 'accepted'],
    [ACCEPT, ACCEPT, 'accepted'],
    [REJECT, ACCEPT, 'rejected'],
  ] as const)
    for (const matter of ['proof', 'review'] as const)
      it(`tells who came second with a ${second.decision} for the ${matter} that it was ${outcome}, by whom and when`, async () => {
        const { _id } = await saved(aUpiPayment({ proof: aProof() }));
        const { proof } = await decideReview(_id, 'proof', first);
        const error = await refusal(decideReview(_id, matter, { ...second, by: 'other@shop.example' }));
        expect({ status: error.status, code: error.code }).to.deep.equal({ status: 409, code: 'payment_final' });
        expect(error.message).to.include(outcome).and.to.include(BY);
        expect(error.message).to.include(inUtc(proof?.decidedAt ?? ''));
      });

  it('tells that a rejected late money was decided, though the payment could still succeed', async () => {
    const { _id } = await saved(ended({ review: aMoneyReview({ kind: 'late_money', amount: 49900 }) }));
    await decideReview(_id, 'review', REJECT);
    expect(await refusal(decideReview(_id, 'review', ACCEPT))).to.include({ status: 409, code: 'payment_final' });
  });

  it('tells that a confirmation has closed the review', async () => {
    const payment = await saved(aUpiPayment({ proof: aProof(), review: aMoneyReview() }));
    const paid = { outcome: 'paid', reference: 'bank-2', amount: 49900, currency: 'INR' } as const;
    await transition(payment, 'confirmed', confirmation(payment, paid), 'upi-confirmation');
    for (const matter of ['proof', 'review'] as const)
      expect((await refusal(decideReview(payment._id, matter, REJECT))).message).to.match(
        /accepted already, automatically/,
      );
  });

  it('wants a newer version to be looked at first', async () => {
    const [version] = aProof().versions;
    if (!version) throw new Error('A proof has a version');
    const proof = aProof({ versions: [version, { ...version, no: 2 }] });
    const { _id } = await saved(aUpiPayment({ proof }));
    const error = await refusal(decideReview(_id, 'proof', { ...ACCEPT, version: 1 }));
    expect({ status: error.status, code: error.code }).to.deep.equal({ status: 409, code: 'proof_changed' });
    expect((await decideReview(_id, 'proof', { ...ACCEPT, version: 2 })).status).to.equal('succeeded');
  });

  it('holds for the money that was looked at, if any was', async () => {
    for (const money of ['none', 'not_told'] as const) {
      const { _id } = await saved(aUpiPayment({ proof: aProof(), review: aMoneyReview() }));
      const error = await refusal(decideReview(_id, 'review', { ...REJECT, money }));
      expect({ status: error.status, code: error.code }).to.deep.equal({ status: 409, code: 'payment_final' });
      const { kind } = aMoneyReview();
      expect((await decideReview(_id, 'review', { ...REJECT, money: kind })).status).to.equal('failed');
    }
  });
});
