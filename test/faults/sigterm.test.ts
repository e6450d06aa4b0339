import { expect } from 'chai';
import { startReceiver } from '../../scripts/ipn-receiver/receiver.js';
import type { Ended } from '../support/child-processes.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { answerTo, APPROVED, beginPayment, untilDecided } from './begin-payment.js';
import { faultyTollgate, newLogs, repair, type FaultyTollgate } from './faulty-tollgate.js';

/** A dyno is killed 30 s after its SIGTERM; no call here takes longer than its timeout of a few seconds. */
const ENDED_WITHIN_MS = 20_000;

describe('on SIGTERM', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
  });
  afterEach(() => repair(faulty));

  async function expectToEnd(name: string): Promise<void> {
    const logs = newLogs(tollgate, name);
    const begun = Date.now();
    const ended: Ended = await tollgate.kill(name, 'SIGTERM');
    expect(ended).to.deep.equal({ code: 0, signal: null });
    expect(Date.now() - begun).to.be.lessThan(ENDED_WITHIN_MS);
    expect(logs()).to.contain('process.stopped');
  }

  /** Ends a process while a payment is under way, whose answer says that it was made. */
  async function endWhilePaying(name: 'web' | 'payments'): Promise<void> {
    const isAnsweredInTime = async () => {
      await repair(faulty);
      await tollgate.faults({ mode: 'slow', ms: 500 });
      const begun = await beginPayment(tollgate);
      if (name === 'payments') await untilDecided(tollgate, begun);
      await expectToEnd(name);
      return (await answerTo(begun)).body.payment_status === 'success';
    };
    // On a busy machine CARD_ANSWER_WAIT may be over before: then it is another payment's.
    await until('the answer says that it was made', isAnsweredInTime, 120_000);
  }

  it('web answers what it has taken, takes nothing more, and ends', async () => {
    await endWhilePaying('web');
    expect(await tollgate.ask('/healthz').catch((error: unknown) => error)).to.be.instanceOf(Error);
  });

  it('payments finishes the calls that are under way and leaves what comes to the next one', async () => {
    await endWhilePaying('payments');
    const late = await tollgate.pay(APPROVED);
    expect(late.body).to.include({ payment_status: 'pending' });
    await repair(faulty);
    expect(await tollgate.settled(late.body.trx ?? '')).to.include({ payment_status: 'success' });
  });

  it('payments ends although the gateway hangs, and the next one finds out what became of it', async () => {
    await tollgate.faults({ mode: 'hang', when: 'after' });
    const begun = await beginPayment(tollgate);
    await untilDecided(tollgate, begun);
    await expectToEnd('payments');
    expect((await answerTo(begun)).body).to.include({ payment_status: 'pending' });
    await repair(faulty);
    expect(await tollgate.settled(begun.trx)).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(begun.trx)).to.have.length(1);
  });

  it('ipn records the call that is under way, and the notification is not sent again', async () => {
    let answer: (status: number) => void = () => undefined;
    const receiver = await startReceiver({ respond: () => new Promise((resolve) => (answer = resolve)) });
    try {
      const { body } = await tollgate.pay(APPROVED, { ipn_url: receiver.url });
      await until('the notification is under way', () => receiver.received.length === 1);
      const logs = newLogs(tollgate, 'ipn');
      const ending = expectToEnd('ipn');
      await until('it is about to stop', () => logs().includes('process.stopping'));
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

  it('payments and ipn end at once while Redis is away, and so does one that never reached it', async () => {
    await faulty.redis.cut();
    for (const name of ['payments', 'ipn']) {
      await expectToEnd(name);
      const logs = newLogs(tollgate, name);
      await tollgate.start(name);
      await until('it hears signals', () => logs().includes('process.started'));
      await expectToEnd(name);
    }
  });

  it('sandbox ends though somebody waits for it', async () => {
    await tollgate.faults({ mode: 'hang', when: 'after' });
    const begun = await beginPayment(tollgate);
    await untilDecided(tollgate, begun);
    await expectToEnd('sandbox');
    expect((await answerTo(begun)).body).to.include({ payment_status: 'pending' });
  });

  it('console stops in time, with code 0', async () => {
    await tollgate.start('console');
    await expectToEnd('console');
  });
});
