import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { operators } from '../../src/console/operators/operator.model.js';
import { createOperator } from '../../src/console/operators/operators.js';
import { openShop, type Shop } from '../api/shop.js';
import { ask, type Answer, type AnswerBody } from '../support/ask.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { orderLocal } from '../support/local-order.js';
import { aPng, dataUri } from './proofs-of-each-form.js';

interface Listed {
  trx: string;
  kind: string;
  overdue: boolean;
}

/** Everything from the first call to the notification, by real processes. */
describe('A proof', () => {
  let tollgate: Tollgate;
  let shop: Shop;
  let token: string;

  before(async () => {
    tollgate = await startTollgate({
      env: {
        GATEWAY_TIMEOUT: '5',
        UPI_EXPIRY: '4',
        PROOF_OVERDUE: '5',
        PROOF_DEADLINE: '10',
        LATE_MONEY_WAITS: '0.5',
        SANDBOX_CUSTOMER_DELAY: '0.3',
      },
    });
    shop = await openShop({ lateMoneyPolicy: 'review' }, tollgate);
    // Made by our own code in the tests' database, then moved into the instance's.
    const { id, api_token } = await createOperator({
      email: `${randomUUID()}@a.example`,
      role: 'reviewer',
      password: randomUUID(),
    });
    const operator = await operators.collection.findOneAndDelete({ _id: id });
    if (!operator) throw new Error('The operator that was just made is gone');
    await tollgate.database.collection<typeof operator>('operators').insertOne(operator);
    token = api_token;
  });
  after(async () => {
    await shop.close();
    await tollgate.stop();
  });

  const console = (path: string, body?: object): Promise<Answer> =>
    ask(`${tollgate.urls.console}/api${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });

  const waiting = async (path: string): Promise<Listed[]> => (await console(path)).body.data as Listed[];

  async function pay(amount: number): Promise<string> {
    const { body: answer, text } = await orderLocal(tollgate, amount, 'INR', {
      public_key: shop.keys.public_key,
      ipn_url: shop.receiver.url,
    });
    if (answer.trx === undefined) throw new Error(`The payment was not taken: ${text}`);
    return answer.trx;
  }

  const prove = (trx: string, payment_proof: string): Promise<Answer> =>
    tollgate.api('/h2h/confirm', { public_key: shop.keys.public_key, trx, payment_proof });

  /** The payment's end as the merchant sees it by asking, which must be what the one notification of it says. */
  async function ended(trx: string, count = 1): Promise<AnswerBody> {
    const events = await shop.notifications(trx, count);
    expect(events).to.have.length(count);
    const { status: _status, ...fields } = await shop.status(trx);
    const { data } = JSON.parse(events.at(-1)?.body ?? '') as { data: object };
    expect(data).to.deep.equal(fields);
    return fields;
  }

  const accept = { decision: 'accept', amount: 100.11, note: 'On the statement' };

  for (const [what, proof] of [
    ['an image', dataUri(aPng('journey'))],
    ['a URL', 'https://files.example/proof.png'],
    ['a text', 'UTR 632500000001'],
  ] as const)
    it(`that is ${what} is handed in, listed, accepted and told`, async () => {
      const trx = await pay(100.11);
      expect((await prove(trx, proof)).body).to.include({ status: 'success', proof_status: 'pending' });
      expect((await waiting('/proofs?state=pending')).map((item) => item.trx)).to.include(trx);
      expect((await console(`/proofs/${trx}/decision`, accept)).status).to.equal(200);
      const fields = await ended(trx);
      expect(fields).to.include({
        payment_status: 'success',
        proof_status: 'verified',
        verification_notes: 'On the statement',
        gross_amount: 100.11,
      });
      const [submitted, verified, updated] = ['proof_submitted_at', 'proof_verified_at', 'updated_at'].map((field) =>
        Date.parse(String(fields[field])),
      );
      expect(verified).to.be.within(submitted ?? NaN, updated ?? NaN);
      expect((await waiting('/proofs')).map((item) => item.trx)).to.not.include(trx);
    });

  it('is replaced, rejected and told', async () => {
    const trx = await pay(100.11);
    for (const proof of ['first 1', 'second 2']) expect((await prove(trx, proof)).status).to.equal(200);
    await console(`/proofs/${trx}/decision`, { decision: 'reject', note: 'No such transfer' });
    expect(await ended(trx)).to.include({
      payment_status: 'failed',
      reason: 'proof_rejected',
      proof_status: 'rejected',
      verification_notes: 'No such transfer',
    });
    expect((await prove(trx, 'third 3')).status).to.equal(409);
  });

  it('is verified when the money is confirmed automatically', async () => {
    const trx = await pay(100.11);
    await prove(trx, 'paid 1');
    await tollgate.api(`/sandbox/payments/${trx}/simulate`, { public_key: shop.keys.public_key, action: 'confirm' });
    expect(await ended(trx)).to.include({ payment_status: 'success', proof_status: 'verified' });
    expect((await console(`/proofs/${trx}/decision`, accept)).status).to.equal(409);
  });

  it('outlives the expiry of its payment, becomes overdue and is listed first, and is refused at its deadline', async () => {
    const trx = await pay(100.11);
    await prove(trx, 'paid 1');
    const isOverdue = async () => (await waiting('/proofs')).some((item) => item.trx === trx && item.overdue);
    await until('it is overdue', isOverdue);
    const younger = await pay(100.11);
    await prove(younger, 'paid 2');
    const queue = (await waiting('/reviews?state=pending')).filter((item) => [trx, younger].includes(item.trx));
    expect(queue.map((item) => item.trx)).to.deep.equal([trx, younger]);
    expect(await shop.status(trx)).to.include({ payment_status: 'pending', proof_status: 'pending' });
    expect(await ended(trx)).to.include({
      payment_status: 'failed',
      reason: 'proof_rejected',
      proof_status: 'rejected',
      verification_notes: 'The proof was not verified in time',
    });
    const alerts = tollgate
      .logs('payments')
      .split('\n')
      .filter((line) => line.includes('proof.overdue') && line.includes(trx));
    expect(alerts).to.have.length(1);
  });

  it('or money that does not fit waits for a person', async () => {
    const trx = await pay(100.44);
    const listed = async () => (await waiting('/reviews?kind=amount_mismatch')).some((item) => item.trx === trx);
    await until('it is listed', listed);
    expect((await console(`/reviews/${trx}/decision`, { ...accept, amount: 99 })).status).to.equal(422);
    await console(`/reviews/${trx}/decision`, { decision: 'reject', note: 'Too little' });
    expect(await ended(trx)).to.include({ payment_status: 'failed', reason: 'gateway_error', proof_status: null });
  });

  it('or money that comes late waits for a person, when the merchant wants that', async () => {
    const trx = await pay(100.33);
    const listed = async () => (await waiting('/reviews?kind=late_money')).some((item) => item.trx === trx);
    await until('it is listed', listed);
    expect(await ended(trx)).to.include({ payment_status: 'cancelled', reason: 'expired', late_confirmation: false });
    await console(`/reviews/${trx}/decision`, { decision: 'accept', amount: 100.33 });
    expect(await ended(trx, 2)).to.include({
      payment_status: 'success',
      reason: 'late_confirmation',
      late_confirmation: true,
      gross_amount: 100.33,
    });
  });
});
