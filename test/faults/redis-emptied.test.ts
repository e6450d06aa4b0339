import { expect } from 'chai';
import { startReceiver, type Receiver } from '../../scripts/ipn-receiver/receiver.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { enterCode } from '../support/bank-customer.js';
import { deleteKeys, keysOf, withRedis } from '../support/redis-keys.js';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';
import { faultyTollgate, repair, type FaultyTollgate } from './faulty-tollgate.js';
import { payUntilTaken } from './until-taken.js';

const CHALLENGED = '4000000000003220';
const HANGS_CHARGED = '4000000000000770';

/** Payments in every stage that waits for something, when Redis forgets everything. */
interface Caught {
  /** Its card lies sealed in Redis, and nowhere else. */
  unasked: string;
  challenged: { trx: string; url: string };
  /** The gateway has charged it and nobody knows. */
  unresolved: string;
  /** The merchant has refused its notification so far. */
  unheard: string;
}

describe('when Redis loses everything in the middle', () => {
  let faulty: FaultyTollgate;
  let tollgate: Tollgate;
  let receiver: Receiver;
  let caught: Caught;
  let answers = 500;

  before(async () => {
    faulty = await faultyTollgate();
    ({ tollgate } = faulty);
    receiver = await startReceiver({ secret: tollgate.merchant.secret_key, respond: () => answers });
    const { body: unheard } = await tollgate.pay(APPROVED, { ipn_url: receiver.url });
    await until('the notification was refused', () => receiver.received.length > 0);
    const { body: challenged } = await tollgate.pay(CHALLENGED);
    const { body: unresolved } = await tollgate.pay(HANGS_CHARGED);
    await Promise.all([tollgate.kill('payments'), tollgate.kill('ipn')]);
    const unasked = await leaveCard();
    await forgetEverything();
    answers = 204;
    caught = {
      unasked,
      challenged: { trx: challenged.trx ?? '', url: challenged.redirect_url ?? '' },
      unresolved: unresolved.trx ?? '',
      unheard: unheard.trx ?? '',
    };
    await repair(faulty);
  });
  after(async () => {
    await repair(faulty);
    await receiver.close();
  });

  /** A card payment that is stored and sealed while no worker is there to see it. */
  async function leaveCard(): Promise<string> {
    const trx = await payUntilTaken(tollgate, tollgate.cardBody(APPROVED));
    const stored = await tollgate.database.collection<PaymentRecord>('payments').findOne({ _id: trx });
    expect(stored?.status).to.equal('authorizing');
    const keys = await withRedis((redis) => keysOf(redis, tollgate.queuePrefix));
    expect(keys).to.include(`${tollgate.queuePrefix}:sealed-card:${stored?.cardSeal}`);
    return trx;
  }

  async function forgetEverything(): Promise<void> {
    await deleteKeys(tollgate.queuePrefix);
    const keys = await withRedis((redis) => keysOf(redis, tollgate.queuePrefix));
    expect(keys.filter((key) => /sealed-card|delayed|wait$/.test(key))).to.deep.equal([]);
  }

  it('a card that is really gone fails as gateway_error, and is never charged', async () => {
    const { unasked } = caught;
    expect(await tollgate.settled(unasked)).to.include({ payment_status: 'failed', reason: 'gateway_error' });
    expect(await tollgate.ledger(unasked)).to.deep.equal([]);
  });

  it('a challenge that is passed afterwards becomes a success, though nobody comes back', async () => {
    const { trx, url } = caught.challenged;
    await enterCode(url);
    expect(await tollgate.settled(trx)).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(trx)).to.have.length(1);
  });

  it('a payment whose outcome was unknown is found out', async () => {
    expect(await tollgate.settled(caught.unresolved)).to.include({ payment_status: 'success' });
    expect(await tollgate.ledger(caught.unresolved)).to.have.length(1);
  });

  it('a notification that was owed is delivered, as it was', async () => {
    const delivered = () => receiver.received.filter(({ status }) => status === 204);
    await until('the notification was accepted', () => delivered().length > 0);
    const [refused] = receiver.received;
    expect(delivered()).to.have.length(1);
    expect(delivered()[0]).to.include({ id: refused?.id, body: refused?.body, verified: true });
    expect(refused?.event?.identifier).to.equal((await tollgate.status(caught.unheard)).identifier);
  });

  it('and nothing is owed any more that is due', async () => {
    for (const name of ['payments', 'ipn_deliveries']) {
      const due = () => tollgate.database.collection(name).countDocuments({ 'next.at': { $lte: new Date() } });
      await until(`nothing is due in ${name}`, async () => (await due()) === 0);
    }
  });
});
