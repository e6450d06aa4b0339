import { expect } from 'chai';
import { until } from '../../scripts/until.js';
import { localBody } from '../support/local-order.js';
import { startTollgate, type Tollgate } from '../support/tollgate.js';

const APPROVED = '4242 4242 4242 4242';
const FIRST = 'first-sandbox';
const PAUSE = 2;

interface StoredAttempt {
  no: number;
  account: string;
  key: string;
  outcome?: string;
  passedOn?: boolean;
}

describe('with a second account at a gateway', () => {
  let tollgate: Tollgate;
  before(async () => {
    tollgate = await startTollgate({ env: { GATEWAY_BREAKER_PAUSE: String(PAUSE), GATEWAY_TIMEOUT: '2' } });
    const { status } = await tollgate.console('/api/gateway-accounts', {
      method: 'POST',
      body: { id: FIRST, connector: 'sandbox', mode: 'test', priority: 10 },
    });
    expect(status).to.equal(201);
    await until('every process knows the account', async () => {
      const { body } = await tollgate.pay(APPROVED);
      return (await attemptsOf(String(body.trx)))[0]?.account === FIRST;
    });
  });
  after(() => tollgate.stop());
  afterEach(async () => {
    await tollgate.faults({ mode: 'none' });
    await until('the first account is asked first again', async () => {
      const { body } = await tollgate.pay(APPROVED);
      return (await attemptsOf(String(body.trx)))[0]?.account === FIRST;
    });
  });

  const attemptsOf = async (trx: string): Promise<StoredAttempt[]> =>
    (await tollgate.database.collection<{ _id: string; attempts: StoredAttempt[] }>('payments').findOne({ _id: trx }))
      ?.attempts ?? [];

  const chargesOf = async (trx: string) => (await tollgate.ledger(trx)).filter(({ result }) => result === 'charged');

  it('a card that the first one cannot be reached for is charged by the next, once', async () => {
    await tollgate.faults({ mode: 'refuse', account: FIRST });
    const { body } = await tollgate.pay(APPROVED);
    expect(body).to.include({ payment_status: 'success' });
    const trx = String(body.trx);
    expect((await attemptsOf(trx)).map(({ account, passedOn = false }) => [account, passedOn])).to.deep.equal([
      [FIRST, true],
      ['sandbox-card', false],
    ]);
    expect(await chargesOf(trx)).to.have.length(1);
  });

  it('nobody else is asked while it is open whether the first one has charged', async () => {
    await tollgate.faults({ mode: 'hang', when: 'after', account: FIRST });
    const { body } = await tollgate.pay(APPROVED);
    expect(body).to.include({ payment_status: 'pending' });
    const trx = String(body.trx);
    await tollgate.faults({ mode: 'none' });
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    expect((await attemptsOf(trx)).map(({ account }) => account)).to.deep.equal([FIRST]);
    expect(await chargesOf(trx)).to.have.length(1);
  });

  it('a UPI order is opened by the next one, and paid there', async () => {
    await tollgate.faults({ mode: 'refuse', account: FIRST });
    const { public_key } = tollgate.merchant;
    const order = { ...localBody(499.11, 'INR'), public_key, ipn_url: tollgate.receiver.url };
    const { status, body } = await tollgate.api('/h2h/initiate', order);
    expect(status).to.equal(200);
    const trx = String(body.trx);
    expect((await attemptsOf(trx)).map(({ account }) => account)).to.deep.equal([FIRST, 'sandbox-upi']);
    await tollgate.api(`/sandbox/payments/${trx}/simulate`, { public_key, action: 'confirm' });
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    expect(await chargesOf(trx)).to.have.length(1);
  });

  it('the account comes last once it has not answered five times, and first again after the pause', async () => {
    await tollgate.faults({ mode: 'refuse', account: FIRST });
    for (let time = 0; time < 5; time++) await tollgate.pay(APPROVED);
    await until('the first account comes last', async () => {
      const { body } = await tollgate.pay(APPROVED);
      return (await attemptsOf(String(body.trx)))[0]?.account === 'sandbox-card';
    });
  });

  it('a paused account takes no new payment, and one under way goes on', async () => {
    const { body } = await tollgate.pay('4000 0000 0000 3220'); // asks its holder
    const trx = String(body.trx);
    expect((await attemptsOf(trx))[0]?.account).to.equal(FIRST);
    await tollgate.console(`/api/gateway-accounts/${FIRST}/pause`, { method: 'POST', body: {} });
    await until('nobody asks it first', async () => {
      const paid = await tollgate.pay(APPROVED);
      return (await attemptsOf(String(paid.body.trx)))[0]?.account === 'sandbox-card';
    });
    const closed = await tollgate.console(`/api/gateway-accounts/${FIRST}/close`, { method: 'POST', body: {} });
    expect(closed.status).to.equal(409);
    expect(await tollgate.status(trx)).to.include({ payment_status: 'pending' });
    await tollgate.console(`/api/gateway-accounts/${FIRST}/resume`, { method: 'POST', body: {} });
  });
});
