import { expect } from 'chai';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import type { Ended } from '../support/child-processes.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../support/until.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';

const APPROVED = '4242424242424242';
/** A dyno is killed 30 s after its SIGTERM; no call here takes longer than its timeout of a few seconds. */
const ENDED_WITHIN_MS = 8000;

describe('on SIGTERM', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  before(async function () {
    this.timeout(60_000);
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
  });
  afterEach(() => repair(faulty));

  async function expectToEnd(name: string): Promise<void> {
    const begun = Date.now();
    const ended: Ended = await tollgate.kill(name, 'SIGTERM');
    expect(ended).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - begun).to.be.lessThan(ENDED_WITHIN_MS);
    expect(tollgate.logs(name)).to.contain('process.stopped');
  }

  const isStored = (identifier: string) => async () =>
    (await tollgate.database.collection('payments').findOne({ identifier })) !== null;

  it('web answers what it has taken, takes nothing more, and ends', async () => {
    await tollgate.faults({ mode: 'slow', ms: 1000 });
    const request = tollgate.cardBody(APPROVED);
    const answer = tollgate.api('/h2h/initiate', request);
    await until('the payment is stored', isStored(request.identifier));
    await expectToEnd('web');
    expect((await answer).body).to.include({ payment_status: 'success' });
    expect(await tollgate.ask('/healthz').catch((error: unknown) => error)).to.be.instanceOf(Error);
  });

  it('payments finishes the calls that are under way and leaves what waits to the next one', async () => {
    await tollgate.faults({ mode: 'slow', ms: 1000 });
    const begun = tollgate.cardBody(APPROVED);
    const answer = tollgate.api('/h2h/initiate', begun);
    await until('the payment is stored', isStored(begun.identifier));
    await until('the gateway is asked', () => tollgate.logs('sandbox').includes(String(begun.identifier)) || isAsked());
    const ending = expectToEnd('payments');
    expect((await answer).body).to.include({ payment_status: 'success' });
    await ending;

    const late = await tollgate.pay(APPROVED);
    expect(late.body).to.include({ payment_status: 'pending' });
    await repair(faulty);
    expect(await tollgate.settled(late.body.trx ?? '')).to.include({ payment_status: 'success' });

    async function isAsked(): Promise<boolean> {
      const { body } = await tollgate.api('/h2h/status', {
        public_key: begun.public_key,
        identifier: begun.identifier,
      });
      return (await tollgate.ledger(body.trx ?? '')).length > 0;
    }
  });

  it('payments ends although the gateway hangs, and the payment is found out by the next one', async () => {
    await tollgate.faults({ mode: 'hang', when: 'after' });
    const request = tollgate.cardBody(APPROVED);
    const answer = tollgate.api('/h2h/initiate', request);
    await until('the payment is stored', isStored(request.identifier));
    await expectToEnd('payments');
    const { body } = await answer;
    expect(body).to.include({ payment_status: 'pending' });
    await repair(faulty);
    expect(await tollgate.settled(body.trx ?? '')).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(body.trx ?? '')).to.have.length(1);
  });

  it('ipn records the call that is under way, and the notification is not sent again', async () => {
    let answer: (status: number) => void = () => undefined;
    const receiver = await startReceiver({ respond: () => new Promise((resolve) => (answer = resolve)) });
    try {
      const { body } = await tollgate.pay(APPROVED, { ipn_url: receiver.url });
      await until('the notification is under way', () => receiver.received.length === 1);
      const ending = expectToEnd('ipn');
      await until('it is asked to stop', () => tollgate.logs('ipn').includes('process.stopping'));
      answer(204);
      await ending;
      await repair(faulty);
      const deliveries = tollgate.database.collection('ipn_deliveries');
      expect(await deliveries.findOne({ trx: body.trx })).to.include({ status: 'delivered' });
      // Whatever the restarted worker would send has been sent by the time that it has sent a later one.
      const later = await tollgate.pay(APPROVED);
      await until('a later one is delivered', async () => {
        const delivery = await deliveries.findOne({ trx: later.body.trx });
        return delivery?.status === 'delivered';
      });
      expect(receiver.received).to.have.length(1);
    } finally {
      await receiver.close();
    }
  });

  it('sandbox ends though somebody waits for it', async () => {
    await tollgate.faults({ mode: 'hang' });
    const waiting = tollgate.pay(APPROVED);
    await until('somebody waits', () => tollgate.logs('web').includes('payment.created'));
    await expectToEnd('sandbox');
    expect((await waiting).body).to.include({ payment_status: 'pending' });
  });

  it('console ends', async () => {
    await tollgate.start('console');
    await expectToEnd('console');
  });
});
