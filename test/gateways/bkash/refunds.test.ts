import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createClient } from '../../../src/connectors/bkash/client.js';
import { completedAt } from '../../../src/connectors/bkash/refund-list.js';
import { createBkashRefunds } from '../../../src/connectors/bkash/refunds.js';
import { createBkashWallet } from '../../../src/connectors/bkash/wallet.js';
import { ConnectorError, NotDecided, NothingTaken } from '../../../src/connectors/connector.js';
import type { RefundAbout } from '../../../src/connectors/refunds.js';
import { connectDatabase, mongoClient } from '../../../src/database/client.js';
import { redis } from '../../../src/redis/client.js';
import { refundContract } from '../../contract/refund.contract.js';
import { walletAbout } from '../../support/about.js';
import { walletRequest } from '../../support/local-requests.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { bkashAccess, fixedToken } from './access.js';
import { refund } from './refunds.js';
import { FAULTS, startBkash, type BkashStandIn } from './stand-in.js';
import { timeOf } from './world.js';

const TOKEN = 'token.of-the-tests';
const REQUEST = { reason: 'requested_by_customer' } as const;

describe("bKash's refunds", () => {
  let bkash: BkashStandIn;
  before(async () => {
    await connectDatabase();
    bkash = await startBkash();
    bkash.world.tokens.add(TOKEN);
  });
  after(() => bkash.close());
  afterEach(() => bkash.mend());

  function clientOf({ apiUrl = bkash.url, timeout = 5 } = {}) {
    const access = bkashAccess({ apiUrl, timeout });
    return [access, createClient(access, fixedToken(TOKEN))] as const;
  }
  const connect = (options?: Parameters<typeof clientOf>[0]) => createBkashRefunds(...clientOf(options));

  async function moveMoney() {
    const trx = randomUUID();
    const wallet = createBkashWallet(...clientOf());
    const about = walletAbout(`${trx}-1`, { trx, amount: 4990 });
    const { reference: order } = await wallet.createWallet(walletRequest(), about);
    bkash.customer(about.key, 'confirm');
    const result = await wallet.executeWallet({ ...about, reference: order });
    if (result.outcome !== 'paid') throw new Error(`It is ${result.outcome}`);
    return { key: about.key, trx, currency: 'BDT', reference: result.reference, order };
  }

  for (const listsSku of [false, true])
    describe(listsSku ? 'that are listed with our key' : 'that are listed without a name', () => {
      before(() => void (bkash.world.listsSku = listsSku));
      after(() => void (bkash.world.listsSku = false));

      refundContract({
        connect,
        moveMoney,
        amounts: { refused: 1055, pending: null, hangsRefunded: null, hangsRefused: null },
        refunded: (trx) => Promise.resolve(bkash.refunded(trx)),
      });
    });

  async function paid(): Promise<(no: number, amount: number) => RefundAbout> {
    const { key, trx, currency, reference, order } = await moveMoney();
    const charge = { key, at: new Date(), reference, order };
    return (no, amount) => ({ key: `${trx}-r${no}`, trx, amount, currency, since: new Date(), charge });
  }
  const notes = () =>
    mongoClient.db().collection<{ _id: string; notes: { key: string; at: number }[] }>('bkash_refunds');
  /** As if a refund had been asked for two minutes ago. */
  async function age({ key, charge }: RefundAbout): Promise<void> {
    await notes().updateOne({ _id: charge.order ?? '', 'notes.key': key }, { $inc: { 'notes.$.at': -120_000 } });
  }
  it('are asked for as bKash wants to be asked, by both of its ids', async () => {
    const about = (await paid())(1, 1000);
    await connect().refund({ reason: 'other', note: 'One <tin> & its lid' }, about);
    const { path, body } = bkash.calls.at(-1) ?? { path: '', body: '' };
    expect(path).to.equal('/v2/tokenized-checkout/refund/payment/transaction');
    expect(JSON.parse(body)).to.deep.equal({
      paymentId: about.charge.order,
      trxId: about.charge.reference,
      refundAmount: '10.00',
      sku: about.key,
      reason: 'One  tin    its lid',
    });
  });

  for (const [note, reason] of [
    ['<&>', 'duplicate'],
    ['  ', 'duplicate'],
    ['\u{1F600}'.repeat(200), '\u{1F600}'.repeat(127)],
    ['\u09AB\u09C7\u09B0\u09A4', '\u09AB\u09C7\u09B0\u09A4'],
  ] as const)
    it(`give a reason that bKash can take, of ${note.slice(0, 6)}`, async () => {
      await connect().refund({ reason: 'duplicate', note }, (await paid())(1, 1000));
      expect(JSON.parse(bkash.calls.at(-1)?.body ?? '')).to.include({ reason });
    });

  it('of late money ask for its transaction first', async () => {
    const about = (await paid())(1, 1000);
    const { order = '' } = about.charge;
    const late = { ...about, charge: { ...about.charge, reference: order } };
    expect(await connect().refund(REQUEST, late)).to.include({ outcome: 'refunded', amount: 1000 });
  });

  describe('whose answer is spoiled', () => {
    for (const fault of FAULTS)
      it(`by ${fault} go back once, and never twice`, async () => {
        const of = await paid();
        const about = of(1, 1000);
        bkash.spoil(/transaction$/, fault);
        const first: unknown = await outOfTime(bkash.isSilent, () => connect().refund(REQUEST, about)).catch(
          (error: unknown) => error,
        );
        if (first instanceof Error) expect(first).to.be.instanceOf(ConnectorError);
        const isBack = bkash.refunded(about.trx).length === 1;
        const known: unknown = await connect()
          .fetchRefund(about)
          .catch((error: unknown) => error);
        if (isBack) expect(known).to.include({ outcome: 'refunded', amount: 1000 });
        else if (first instanceof NothingTaken) expect(known).to.deep.equal({ outcome: 'unknown' });
        else expect(known, 'it may still come').to.be.instanceOf(NotDecided);
        const again: unknown = await connect()
          .refund(REQUEST, about)
          .catch((error: unknown) => error);
        if (!isBack && !(first instanceof NothingTaken)) {
          expect(again).to.be.instanceOf(NotDecided);
          expect(await thrownBy(connect().refund(REQUEST, of(2, 1000))), 'another one').to.be.instanceOf(NotDecided);
          await age(about);
          expect(await connect().fetchRefund(about)).to.deep.equal({ outcome: 'unknown' });
          await connect().refund(REQUEST, about);
        }
        expect(bkash.refunded(about.trx)).to.deep.equal([1000]);
      });
  });

  it('of the same amount are two, also when the answer to one is lost', async () => {
    const of = await paid();
    const [first, second] = [of(1, 1000), of(2, 1000)];
    await connect().refund(REQUEST, first);
    bkash.spoil(/transaction$/, 'reset');
    expect(await thrownBy(connect().refund(REQUEST, second))).to.be.instanceOf(ConnectorError);
    const results = [await connect().fetchRefund(first), await connect().fetchRefund(second)];
    for (const result of results) expect(result).to.include({ outcome: 'refunded', amount: 1000 });
    expect(results[0]).to.not.deep.equal(results[1]);
    expect(bkash.refunded(first.trx)).to.deep.equal([1000, 1000]);
  });

  it('whose answer is lost are known by our key where bKash lists it', async () => {
    bkash.world.listsSku = true;
    try {
      const about = (await paid())(1, 1000);
      bkash.spoil(/transaction$/, 'reset');
      expect(await thrownBy(connect().refund(REQUEST, about))).to.be.instanceOf(ConnectorError);
      await age(about);
      expect(await connect().fetchRefund(about)).to.include({ outcome: 'refunded', amount: 1000 });
      await connect().refund(REQUEST, about);
      expect(bkash.refunded(about.trx)).to.deep.equal([1000]);
    } finally {
      bkash.world.listsSku = false;
    }
  });

  it('that somebody else has made are not taken for ours: one from before it, nor one of another amount', async () => {
    const about = (await paid())(1, 1000);
    const { order: paymentId, reference: trxId } = about.charge;
    const byHand = (refundAmount: string) =>
      refund(bkash.world, { paymentId, trxId, refundAmount, sku: 'by-hand', reason: 'by hand' });
    byHand('10.00');
    const [old] = bkash.paymentsOf(about.charge.key)[0]?.refunds ?? [];
    Object.assign(old ?? {}, { completedTime: timeOf(new Date(Date.now() - 48 * 3_600_000)) });
    bkash.spoil(/transaction$/, 'hang before');
    expect(await thrownBy(outOfTime(bkash.isSilent, () => connect().refund(REQUEST, about)))).to.be.instanceOf(
      ConnectorError,
    );
    byHand('5.00');
    expect(bkash.refunded(about.trx)).to.deep.equal([1000, 500]);
    expect(await thrownBy(connect().fetchRefund(about))).to.be.instanceOf(NotDecided);
    await age(about);
    expect(await connect().refund(REQUEST, about)).to.include({ outcome: 'refunded', amount: 1000 });
    expect(bkash.refunded(about.trx)).to.deep.equal([1000, 500, 1000]);
  });

  it('go back once, and never twice, when the answer is lost and bKash’s clock is another', async () => {
    for (const hours of [-26, -6, -0.1, 26]) {
      const about = (await paid())(1, 1000);
      bkash.spoil(/transaction$/, 'reset');
      expect(await thrownBy(connect().refund(REQUEST, about))).to.be.instanceOf(ConnectorError);
      const [made] = bkash.paymentsOf(about.charge.key)[0]?.refunds ?? [];
      Object.assign(made ?? {}, { completedTime: timeOf(new Date(Date.now() + hours * 3_600_000)) });
      await age(about);
      expect(await connect().fetchRefund(about), `${hours} h`).to.include({ outcome: 'refunded', amount: 1000 });
      await connect().refund(REQUEST, about);
      expect(bkash.refunded(about.trx)).to.deep.equal([1000]);
    }
  });

  it('at one moment with one key go back once', async () => {
    const about = (await paid())(1, 1000);
    await Promise.allSettled([1, 2, 3].map(() => connect().refund(REQUEST, about)));
    expect(bkash.refunded(about.trx)).to.deep.equal([1000]);
  });

  it('are not asked for again when Redis is emptied while they are under way', async () => {
    const about = (await paid())(1, 1000);
    bkash.spoil(/transaction$/, 'hang before');
    expect(await thrownBy(outOfTime(bkash.isSilent, () => connect().refund(REQUEST, about)))).to.be.instanceOf(
      ConnectorError,
    );
    await redis.flushdb();
    for (const look of [connect().refund(REQUEST, about), connect().fetchRefund(about)])
      expect(await thrownBy(look)).to.be.instanceOf(NotDecided);
    await age(about);
    expect(await connect().fetchRefund(about)).to.deep.equal({ outcome: 'unknown' });
  });

  it('that waited for another one of their payment are asked for at once after it', async () => {
    const of = await paid();
    bkash.spoil(/transaction$/, 'hang before');
    expect(await thrownBy(outOfTime(bkash.isSilent, () => connect().refund(REQUEST, of(1, 1000))))).to.be.instanceOf(
      ConnectorError,
    );
    expect(await thrownBy(connect().refund(REQUEST, of(2, 500)))).to.be.instanceOf(NotDecided);
    expect(await connect().fetchRefund(of(2, 500))).to.deep.equal({ outcome: 'unknown' });
    await age(of(1, 1000));
    await connect().refund(REQUEST, of(1, 1000));
    expect(await connect().refund(REQUEST, of(2, 500))).to.include({ outcome: 'refunded', amount: 500 });
  });

  it('that may be somebody else’s are for a person, when MongoDB was restored without what was asked for', async () => {
    const about = (await paid())(1, 1000);
    await connect().refund(REQUEST, about);
    await notes().deleteOne({ _id: about.charge.order ?? '' });
    const [made] = bkash.paymentsOf(about.charge.key)[0]?.refunds ?? [];
    for (const hours of [0, -6]) {
      Object.assign(made ?? {}, { completedTime: timeOf(new Date(Date.now() + hours * 3_600_000)) });
      expect(await thrownBy(connect().fetchRefund(about))).to.be.instanceOf(NotDecided);
      expect(await thrownBy(connect().refund(REQUEST, about))).to.be.instanceOf(NotDecided);
    }
    expect(await connect().fetchRefund({ ...about, reference: String(made?.refundTrxId) })).to.include({
      outcome: 'refunded',
    });
    expect(bkash.refunded(about.trx)).to.deep.equal([1000]);
  });

  it('are dated as bKash dates them', () => {
    const at = (completedTime: string) =>
      completedAt({ refundTrxId: '', refundTransactionStatus: '', refundAmount: '1', completedTime })?.toISOString();
    expect(at('2026-09-20T14:47:02:266 GMT+0600')).to.equal('2026-09-20T08:47:02.000Z');
    expect(at('2026-09-20T14:47:02:000')).to.equal('2026-09-20T08:47:02.000Z');
    expect(at('2026-09-20T14:47:02.266 GMT+0000')).to.equal('2026-09-20T14:47:02.000Z');
    expect(at('yesterday')).to.equal(undefined);
  });
});
