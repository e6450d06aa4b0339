import { expect } from 'chai';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import type { Operation } from '../support/mongo-proxy.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../support/until.js';
import { APPROVED, beginPayment, untilDecided } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';

/** A killed worker's job is given to another one once its lock has run out and was missed: 15 s and a check or two. */
const TAKEN_OVER_MS = 40_000;

interface Killed {
  /** The notification that was under way. */
  notified: { identifier: string; receiver: Receiver };
  /** The payment whose answer had not come yet, and the one whose answer was not recorded yet. */
  asking: string;
  answered: string;
}

/** The result of a card, on its way into the payment. */
const isResult = ({ command, collection, body }: Operation) =>
  command === 'update' && collection === 'payments' && JSON.stringify(body).includes('"succeeded"');

// All of them are killed at once, so that the take-over is waited for once.
describe('when workers are killed in the middle of their work', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let killed: Killed;

  before(async function () {
    this.timeout(90_000);
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    const notified = await holdNotification();
    const answered = await holdResult();
    const asking = await holdCall();
    killed = { notified, answered, asking };
    await Promise.all([tollgate.kill('payments'), tollgate.kill('ipn')]);
    await repair(faulty);
  });
  after(async () => {
    await killed.notified.receiver.close();
    await repair(faulty);
  });

  /** A notification that the merchant has got and not yet answered. */
  async function holdNotification(): Promise<Killed['notified']> {
    let forever = true;
    const receiver = await startReceiver({
      secret: tollgate.merchant.secret_key,
      respond: () => {
        if (!forever) return 204;
        forever = false;
        return new Promise<number>(() => undefined);
      },
    });
    const body = tollgate.cardBody(APPROVED, { ipn_url: receiver.url });
    await tollgate.api('/h2h/initiate', body);
    await until('the notification is under way', () => receiver.received.length === 1);
    return { identifier: body.identifier, receiver };
  }

  /** A payment that the gateway has answered; our record of it never arrives. */
  async function holdResult(): Promise<string> {
    let held = false;
    faulty.mongodb.onOperation = (operation) => {
      if (!isResult(operation)) return undefined;
      held = true;
      return new Promise(() => undefined);
    };
    const begun = await beginPayment(tollgate);
    await until('the result is on its way to the database', () => held);
    expect(await tollgate.ledger(begun.trx)).to.have.length(1);
    return begun.trx;
  }

  /** A payment that the gateway has charged without having answered yet. */
  async function holdCall(): Promise<string> {
    await tollgate.faults({ mode: 'slow', ms: 30_000 });
    const begun = await beginPayment(tollgate);
    await untilDecided(tollgate, begun);
    return begun.trx;
  }

  const CASES = [
    // Asked twice under one key, since nobody had heard the first answer.
    { moment: 'waited for the gateway', trx: () => killed.asking, calls: 2 },
    // The card was destroyed when the answer came, so that this key could only be closed, and had charged already.
    { moment: "was about to record the gateway's answer", trx: () => killed.answered, calls: 1 },
  ];
  for (const { moment, trx, calls } of CASES)
    it(`the payment of one that ${moment} ends as success, charged once`, async function () {
      this.timeout(TAKEN_OVER_MS + 5000);
      expect(await tollgate.settled(trx(), TAKEN_OVER_MS)).to.include({ payment_status: 'success', reason: null });
      const charges = await tollgate.ledger(trx());
      expect(charges).to.have.length(1);
      expect(charges[0]).to.include({ result: 'charged', amount: 10_000, currency: 'USD', calls });
    });

  it('a notification that was under way comes again, with the same id and the same bytes', async function () {
    this.timeout(TAKEN_OVER_MS + 5000);
    const { received } = killed.notified.receiver;
    await until('the notification has come again', () => received.length === 2, TAKEN_OVER_MS);
    expect(received.map(({ verified }) => verified)).to.deep.equal([true, true]);
    expect(received[1]).to.include({ id: received[0]?.id, body: received[0]?.body });
    expect(received[0]?.event).to.include({ identifier: killed.notified.identifier, type: 'payment.success' });
  });
});
