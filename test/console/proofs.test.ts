import { expect } from 'chai';
import { randomBytes, randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { createConsole } from '../../src/console/app.js';
import { createOperator } from '../../src/console/operators.js';
import { operators, type Role } from '../../src/console/operator.model.js';
import { connectDatabase } from '../../src/database.js';
import { payments, type PaymentRecord } from '../../src/payments/payment.model.js';
import { aMoneyReview, aProof, aUpiPayment, aWalletPayment, stored } from '../proofs/a-local-payment.js';
import { aShop, removeSaved, saved } from '../proofs/api.js';
import { aPng, dataUri, IMAGES } from '../proofs/proofs-of-each-form.js';
import { IN_AN_HOUR } from '../payments/a-payment.js';
import type { AnswerBody } from '../support/ask.js';

const app = createConsole();

interface Operator {
  email: string;
  get(path: string): Promise<{ status: number; body: AnswerBody; headers: Record<string, string>; bytes: Buffer }>;
  post(path: string, body: object): Promise<{ status: number; body: AnswerBody }>;
}

type Item = Record<string, unknown> & { trx: string; kind: string };

async function anOperator(role: Role): Promise<Operator> {
  const email = `${role}-${randomBytes(4).toString('hex')}@tollgate.example`;
  const { api_token } = await createOperator({ email, role, password: randomUUID() });
  const authorization = `Bearer ${api_token}`;
  return {
    email,
    async get(path) {
      const answer = await supertest(app).get(path).set({ authorization }).responseType('blob');
      const bytes = answer.body as Buffer; // of a "blob"
      const json = /json/.test(answer.headers['content-type'] ?? '');
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        body: json ? (JSON.parse(bytes.toString()) as AnswerBody) : {},
      };
    },
    async post(path, body) {
      const answer = await supertest(app).post(path).set({ authorization }).send(body);
      return { status: answer.status, body: answer.body as AnswerBody };
    },
  };
}

const secondsAgo = (seconds: number): Date => new Date(Date.now() - seconds * 1000);

describe("the console's reviews", () => {
  let viewer: Operator;
  let reviewer: Operator;

  before(connectDatabase);
  before(async () => {
    [viewer, reviewer] = [await anOperator('viewer'), await anOperator('reviewer')];
  });
  after(async () => {
    await operators.deleteMany({ email: { $in: [viewer.email, reviewer.email] } });
    await removeSaved();
  });

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

  describe('the lists', () => {
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
      const reference = String(Date.now()).slice(-12).padStart(12, '7');
      await first.confirm(reference);
      await second.confirm(reference);
      const items = await listed('/api/proofs', [first.payment, second.payment]);
      const of = (trx: string) => items.find((item) => item.trx === trx);
      expect(of(first.trx)).to.deep.include({ flags: [], reference_used_by: [] });
      expect(of(second.trx)?.flags).to.deep.equal(['reference_used']);
      const [use] = of(second.trx)?.reference_used_by as Record<string, unknown>[];
      expect(use).to.include({ reference, trx: first.trx });
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

    it('go on where the last page ended', async () => {
      const at = secondsAgo(3);
      const many = Array.from({ length: 120 }, (_, index) =>
        aUpiPayment(
          index % 3 === 0
            ? { review: aMoneyReview({ openedAt: at }) }
            : { proof: aProof({ submittedAt: at, overdue: index % 2 === 0 }) },
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

  describe('a decision', () => {
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
      const admin = await anOperator('admin');
      const { body: trail } = await admin.get(`/api/audit?object=${trx}`);
      const [line, ...others] = trail.data as Record<string, unknown>[];
      expect(others).to.deep.equal([]);
      expect(line).to.deep.include({
        email: reviewer.email,
        action: 'proof.accepted',
        object: trx,
        details: { amount: 499, note: 'On the statement' },
      });
      await operators.deleteOne({ email: admin.email });
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
      expect(second.body.message?.[0]).to.include(reviewer.email).and.to.include(body.decided_at);
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
      ['rejecting without a note', { decision: 'reject' }, [['note', 'required']]],
      ['rejecting with a blank note', { decision: 'reject', note: '  ' }, [['note', 'required']]],
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

  describe('the image of a proof', () => {
    const SERVED: [string, Buffer, string][] = [
      ...Object.entries(IMAGES).map(([type, bytes]): [string, Buffer, string] => [type, bytes, type]),
      ['a GIF that is also HTML', Buffer.from('GIF89a/*<html><script>alert(1)</script>*/=1'), 'image/gif'],
    ];
    for (const [what, bytes, type] of SERVED)
      it(`is served as the bytes that it is and nothing else: ${what}`, async () => {
        const { trx, confirm } = await aShop();
        await confirm(dataUri(bytes, 'image/svg+xml'));
        const answer = await viewer.get(`/api/proofs/${trx}/image?version=1`);
        expect(answer.status).to.equal(200);
        expect(answer.bytes.equals(bytes)).to.equal(true);
        expect(answer.headers).to.include({
          'content-type': type,
          'x-content-type-options': 'nosniff',
          'cache-control': 'no-store',
          'content-security-policy': "default-src 'none'; sandbox",
          'content-disposition': `inline; filename="proof-${trx}.${type.slice(6)}"`,
        });
      });

    it('is the latest one, or that of a version', async () => {
      const { trx, confirm } = await aShop();
      const [first, second] = [aPng(`${trx}-1`), aPng(`${trx}-2`)];
      for (const proof of [dataUri(first), dataUri(second), 'a text 3']) await confirm(proof);
      const image = async (query: string) => (await viewer.get(`/api/proofs/${trx}/image${query}`)).bytes;
      expect((await image('')).equals(second)).to.equal(true);
      expect((await image('?version=1')).equals(first)).to.equal(true);
      expect((await image('?version=2')).equals(second)).to.equal(true);
    });

    it('is not there for a text, another version, another payment or a payment without proof', async () => {
      const { trx, confirm } = await aShop();
      await confirm('632551234567');
      const { trx: without } = await aShop();
      for (const [path, code] of [
        [`${trx}/image`, 'proof_not_found'],
        [`${trx}/image?version=1`, 'proof_not_found'],
        [`${trx}/image?version=2`, 'proof_not_found'],
        [`${without}/image`, 'proof_not_found'],
        [`${randomUUID()}/image`, 'transaction_not_found'],
      ]) {
        const { status, body } = await viewer.get(`/api/proofs/${path}`);
        expect({ status, code: body.code }).to.deep.equal({ status: 404, code });
      }
    });

    for (const version of ['0', '-1', '1.5', 'x', '1&version=2', '99999'])
      it(`refuses version=${version}`, async () => {
        const { trx } = await aShop();
        expect((await viewer.get(`/api/proofs/${trx}/image?version=${version}`)).status).to.equal(400);
      });
  });
});
