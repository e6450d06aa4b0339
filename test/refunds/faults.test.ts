import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../scripts/until.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { AnswerBody } from '../support/ask.js';
import { deleteKeys } from '../support/redis-keys.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

const APPROVED = '4242424242424242';
/** REFUND_ROUNDS=200 is the long run. */
const ROUNDS = Number(process.env.REFUND_ROUNDS ?? 2);

describe('refunds, whoever dies', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({
      processes: ['web', 'payments', 'ipn', 'sandbox'],
      env: { CARD_ANSWER_WAIT: '1', JOB_LOCK: '1.5' },
    });
  });
  after(() => tollgate.stop());
  afterEach(() => tollgate.faults({ mode: 'none' }));

  const ofKey = () => ({ public_key: tollgate.merchant.public_key });
  /** A payment that may be refunded: the answer may come before the gateway's, with so short a wait for it. */
  const paid = async () => {
    const trx = String((await tollgate.pay(APPROVED, { amount: 90 })).body.trx);
    await tollgate.settled(trx);
    return trx;
  };
  const refund = (trx: string, amount: number, refund_identifier = randomUUID()) =>
    tollgate.api('/h2h/refund', { ...ofKey(), trx, amount, refund_identifier });
  const statusOf = async (refund_id: unknown): Promise<AnswerBody> =>
    (await tollgate.api('/h2h/refund/status', { ...ofKey(), refund_id })).body;
  const hasSucceeded = (refundId: unknown) => async () => (await statusOf(refundId)).refund_status === 'success';
  const refunded = async (trx: string) => (await tollgate.ledger(trx)).filter(({ result }) => result === 'refunded');

  it('go back once when a worker dies between the gateway and its own write, and are told once', async () => {
    const trx = await paid();
    await tollgate.faults({ mode: 'slow', ms: 3000, when: 'after' });
    const asked = refund(trx, 30);
    await until('the gateway has given it back', async () => (await refunded(trx)).length === 1);
    await tollgate.kill('payments');
    await tollgate.faults({ mode: 'none' });
    const { body } = await asked;
    expect(body).to.include({ refund_status: 'pending', refundable_amount: 60 });
    await tollgate.start('payments');
    await until('it is back', hasSucceeded(body.refund_id));
    expect(await statusOf(body.refund_id)).to.include({ refund_status: 'success', refunded_amount: 30 });
    expect(await refunded(trx)).to.deep.equal([
      { idempotency_key: `${trx}-r1`, amount: 3000, currency: 'USD', result: 'refunded', calls: 1 },
    ]);
    const told = () => tollgate.receiver.received.filter(({ event }) => event?.type === 'refund.success');
    await until('the merchant is told', () => told().length > 0);
    expect(new Set(told().map(({ id }) => id)).size).to.equal(1);
  });

  it('lose nothing when Redis forgets everything, with refunds that nobody has begun and that nobody has answered', async () => {
    const trx = await paid();
    const unanswered = (await refund(trx, 10.77)).body;
    await tollgate.kill('payments');
    const unasked = (await refund(trx, 10)).body;
    await deleteKeys(tollgate.queuePrefix);
    await tollgate.start('payments');
    for (const { refund_id } of [unanswered, unasked]) await until('it is back', hasSucceeded(refund_id));
    expect(await tollgate.status(trx)).to.include({ refunded_amount: 20.77, refund_status: 'partial' });
    expect(await refunded(trx)).to.have.length(2);
  });

  it(`never give back more than came: fifty thirds at one moment, with a worker killed in between, ${ROUNDS} times`, async function () {
    this.timeout(ROUNDS * 60_000);
    for (let round = 0; round < ROUNDS; round++) {
      const trx = await paid();
      const asked = Promise.all(Array.from({ length: 50 }, () => refund(trx, 30)));
      const soFar = round % 4; // killed before the first, and after each of the three
      await until(`${soFar} have gone back`, async () => (await refunded(trx)).length >= soFar);
      await tollgate.kill('payments');
      await tollgate.start('payments');
      const answers = await asked;
      const taken = answers.filter(({ status }) => status === 200);
      expect(taken, answers.map(({ text }) => text).join('\n')).to.have.length(3);
      await until(`all of ${trx} is back`, async () => (await tollgate.status(trx)).refund_status === 'full');
      const lines = await refunded(trx);
      expect(lines.map(({ amount }) => amount)).to.deep.equal([3000, 3000, 3000]);
      const payment = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: trx });
      expect(payment?.refunds?.map(({ key, status }) => [key, status]).sort()).to.deep.equal(
        lines.map(({ idempotency_key: key }) => [key, 'succeeded']).sort(),
      );
    }
  });
});
