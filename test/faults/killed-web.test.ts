import { expect } from 'chai';
import type { Answer } from '../support/ask.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { beginPayment, type Begun } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';

describe('when a web process is killed while a merchant waits for its answer', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let begun: Begun;
  let status: Answer;
  const key = { 'idempotency-key': 'order-of-a-lost-answer' };
  const initiate = () => tollgate.api('/h2h/initiate', begun.request, key);

  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    await tollgate.kill('payments', 'SIGSTOP'); // so that nobody has an answer before web is killed
    begun = await beginPayment(tollgate, {}, key);
    await tollgate.kill('web');
    await repair(faulty);
  });
  after(() => repair(faulty));

  it('the payment goes on, and status by identifier finds it', async () => {
    expect(await begun.answer).to.be.instanceOf(Error);
    const { public_key, identifier } = begun.request;
    await until('the payment is settled', async () => {
      status = await tollgate.api('/h2h/status', { public_key, identifier });
      return status.body.payment_status !== 'pending';
    });
    expect(status.body).to.include({ identifier, payment_status: 'success' });
    expect(await tollgate.ledger(status.body.trx ?? '')).to.have.length(1);
  });

  it('the same Idempotency-Key is told to wait as long as the request might still be running', async () => {
    const { status: code, headers, body } = await initiate();
    expect({ code, ...body }).to.include({ code: 'request_in_progress' });
    expect(code).to.equal(409);
    expect(Number(headers['retry-after'])).to.be.at.least(1);
  });

  it('and then gets the answer, and the same one again, without a second charge', async () => {
    // Half a minute later, as far as the record of the request can tell.
    const records = tollgate.database.collection('idempotency_keys');
    await records.updateMany({}, { $set: { startedAt: new Date(Date.now() - 31_000) }, $unset: { runsAt: true } });
    const first = await initiate();
    expect(first.status).to.equal(200);
    expect(first.body).to.include({ trx: status.body.trx, payment_status: 'success' });
    expect(first.headers).to.not.have.property('idempotent-replayed');

    const second = await initiate();
    expect(second.headers).to.include({ 'idempotent-replayed': 'true' });
    expect(second.text).to.equal(first.text);
    expect(await tollgate.ledger(status.body.trx ?? '')).to.have.length(1);
  });
});
