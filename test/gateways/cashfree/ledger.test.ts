import { expect } from 'chai';
import { createCashfreeLedger } from '../../../src/connectors/cashfree/ledger.js';
import { createCashfreeRefunds } from '../../../src/connectors/cashfree/refunds.js';
import { createCashfreeUpi } from '../../../src/connectors/cashfree/upi.js';
import type { RefundAbout } from '../../../src/connectors/refunds.js';
import type { SettledRecord } from '../../../src/connectors/ledger.js';
import { ledgerContract } from '../../contract/ledger.contract.js';
import { about } from '../../support/about.js';
import { upiRequest } from '../../support/local-requests.js';
import { cashfreeAccess } from './access.js';
import { customerAt } from './customer.js';
import { closeDispute, openDispute } from './disputes.js';
import { newAbout, paidByCard, paidByUpi } from './paid.js';
import { takeBack } from './refunds.js';
import { startCashfree, type CashfreeStandIn } from './stand-in.js';

type Moved = Omit<SettledRecord, 'at'>;

describe('the books of Cashfree', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());

  const access = (apiUrl = cashfree.url) => cashfreeAccess({ apiUrl });
  const books = () => createCashfreeLedger(access());
  const charges = new Map<string, RefundAbout['charge']>();

  async function refund({ key, trx }: { key: string; trx: string }): Promise<Moved> {
    const charge = { key, at: new Date() };
    const of = { key: `${trx}-r1`, trx, amount: 1000, currency: 'INR', since: new Date(), charge };
    const result = await createCashfreeRefunds(access()).refund({ reason: 'duplicate' }, of);
    if (result.outcome !== 'refunded') throw new Error(`Expected money to go back, not ${result.outcome}`);
    charges.set(of.key, charge);
    return { key: of.key, trx, reference: result.reference, amount: -1000, currency: 'INR' };
  }

  function loseDispute({ key, trx }: { key: string; trx: string }, dispute_type = 'CHARGEBACK'): Moved {
    const dispute = openDispute(cashfree.world, key, { dispute_amount: 20.5, dispute_type });
    closeDispute(cashfree.world, dispute, 'MERCHANT_LOST');
    const id = String(dispute.dispute_id);
    return { key: id, trx, reference: id, amount: -2050, currency: 'INR', by: 'dispute' };
  }

  const moved = ({ key, trx, reference }: Moved): Moved => ({ key, trx, reference, amount: 4990, currency: 'INR' });

  ledgerContract({
    connect: ({ apiUrl = cashfree.url, ...changes } = {}) =>
      createCashfreeLedger(cashfreeAccess({ apiUrl, ...changes })),
    async moveMoney() {
      const [byUpi, byCard] = [await paidByUpi(cashfree), await paidByCard(cashfree)];
      return [moved(byUpi), moved(byCard), await refund(byCard), loseDispute(byUpi)];
    },
    aboutMoved({ key, trx }) {
      const charge = charges.get(key);
      return { ...about(key, { trx, amount: 1000 }), ...(charge && { charge }) };
    },
    async moveNothing() {
      const upi = createCashfreeUpi(access());
      const [waiting, refused, closed] = [newAbout(), newAbout(), newAbout()];
      for (const each of [waiting, refused, closed]) await upi.createUpi(upiRequest(), each);
      await customerAt(cashfree).refuses(refused.key);
      await upi.cancelOrder(closed);
      return [waiting.key, refused.key, closed.key, newAbout().key];
    },
  });

  const around = () => ({ from: new Date(Date.now() - 3_600_000), to: new Date(Date.now() + 3_600_000) });

  async function listed(key: string): Promise<SettledRecord[]> {
    const all: SettledRecord[] = [];
    let cursor: string | null = null;
    do {
      const page = await books().list(around(), cursor);
      all.push(...page.records);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return all.filter((record) => record.key === key);
  }

  it('are written the day after, and read page by page', async () => {
    expect(books().delay).to.equal(86_400);
    const paid = [await paidByUpi(cashfree), await paidByUpi(cashfree), await paidByUpi(cashfree)];
    cashfree.world.pageOfBooks = 2;
    try {
      const first = await books().list(around(), null);
      expect(first.nextCursor).to.be.a('string');
      for (const { key } of paid) expect(await listed(key)).to.have.length(1);
    } finally {
      cashfree.world.pageOfBooks = 1000;
    }
    expect(cashfree.calls.at(-1)?.body, 'few calls: thirty a minute are answered').to.include('"limit":1000');
  });

  it('have money of others, fees and what failed as nothing of ours', async () => {
    const { key } = await paidByUpi(cashfree);
    const line = cashfree.world.books.at(-1);
    if (!line) throw new Error('It was just written');
    for (const event_type of ['SETTLEMENT', 'OTHER_ADJUSTMENT', 'CHARGEBACK_REVERSAL'])
      cashfree.world.books.push({ ...line, event_details: { ...line.event_details, event_type } });
    cashfree.world.books.push({
      ...line,
      event_details: { ...line.event_details, event_status: 'FAILED', event_amount: 0 },
    });
    cashfree.world.books.push({ ...line, order_details: { order_id: 'their-order', order_tags: null } });
    expect(await listed(key)).to.have.length(1);
    expect(await listed('their-order')).to.have.length(0);
  });

  it('are read whole though a line has no status, which has moved nothing', async () => {
    const { key } = await paidByUpi(cashfree);
    const line = cashfree.world.books.at(-1);
    if (!line) throw new Error('It was just written');
    for (const event_type of ['PAYMENT', 'REFUND', 'DISPUTE'])
      cashfree.world.books.push({ ...line, event_details: { ...line.event_details, event_type, event_status: null } });
    expect(await listed(key)).to.have.length(1);
  });

  it('know a payment whose line does not say by what it was paid', async () => {
    const { key, trx, reference } = await paidByUpi(cashfree);
    const line = cashfree.world.books.at(-1);
    if (!line) throw new Error('It was just written');
    line.payment_details = { cf_payment_id: line.payment_details.cf_payment_id ?? null };
    line.order_details = { order_id: key, order_tags: null };
    expect((await listed(key)).map(({ at: _at, ...record }) => record)).to.deep.equal([
      { key, trx, reference, alias: String(line.payment_details.cf_payment_id), amount: 4990, currency: 'INR' },
    ]);
  });

  for (const payment_amount of [0, null])
    it(`have a payment whose line says what came of the event alone, beside ${payment_amount}`, async () => {
      const { key } = await paidByCard(cashfree);
      const line = cashfree.world.books.at(-1);
      if (!line) throw new Error('It was just written');
      line.payment_details.payment_amount = payment_amount;
      const before = cashfree.calls.length;
      expect((await listed(key)).map(({ amount }) => amount)).to.deep.equal([4990]);
      expect(cashfree.calls.slice(before).filter(({ path }) => path.includes(key))).to.have.length(0);
      line.event_details.event_amount = payment_amount;
      expect(
        (await listed(key)).map(({ amount }) => amount),
        'where neither says it',
      ).to.deep.equal([4990]);
    });

  for (const [what, change] of [
    ['has both', {}],
    ['has no reference of the bank', { bank_reference: null }],
    ['has a word for none', { bank_reference: 'NA' }],
    ['says nothing of it', { payment_mode: null }],
  ] as const)
    it(`know a payment over UPI by Cashfree's name and by the bank's, where its line ${what}`, async () => {
      const { key, reference } = await paidByUpi(cashfree);
      const line = cashfree.world.books.at(-1);
      if (!line) throw new Error('It was just written');
      const own = line.payment_details.cf_payment_id;
      Object.assign(line.payment_details, change);
      const records = [...(await listed(key)), await books().find(about(key))];
      expect(records).to.have.length(2);
      for (const record of records) expect([record?.reference, record?.alias]).to.have.members([reference, own]);
    });

  it('have a refund that came back, and one that Cashfree has made by itself', async () => {
    const byCard = await paidByCard(cashfree);
    const { key } = await refund(byCard);
    const made = [...cashfree.world.refunds.values()].at(-1);
    if (!made) throw new Error('It was just made');
    takeBack(cashfree.world, made);
    expect((await listed(key)).map(({ amount, by }) => [amount, by])).to.deep.equal([
      [-1000, undefined],
      [1000, 'return'],
    ]);
    const line = cashfree.world.books.at(-1);
    if (!line) throw new Error('It was just written');
    const event_details = { ...line.event_details, event_type: 'REFUND', event_id: '99' };
    cashfree.world.books.push({ ...line, event_details, refund_details: { refund_id: null } });
    expect(await listed('99')).to.have.length(1);
  });

  for (const event_status of ['CLOSED', null])
    it(`have a dispute that is lost, with the status ${event_status} of its line too`, async () => {
      const { key } = loseDispute(await paidByUpi(cashfree));
      const line = cashfree.world.books.at(-1);
      if (!line) throw new Error('It was just written');
      line.event_details.event_status = event_status;
      expect((await listed(key)).map(({ amount, by }) => [amount, by])).to.deep.equal([[-2050, 'dispute']]);
    });

  for (const type of ['DISPUTE', 'PRE_ARBITRATION', 'ARBITRATION'])
    it(`have a lost dispute of the stage ${type}`, async () => {
      const { key } = loseDispute(await paidByUpi(cashfree), type);
      expect((await listed(key)).map(({ amount, by }) => [amount, by])).to.deep.equal([[-2050, 'dispute']]);
    });

  it('have no dispute that is open or won', async () => {
    const paid = await paidByUpi(cashfree);
    const dispute = openDispute(cashfree.world, paid.key);
    const id = String(dispute.dispute_id);
    expect(await listed(id)).to.have.length(0);
    expect(await books().find({ ...paid, key: id })).to.equal(null);
    closeDispute(cashfree.world, dispute, 'MERCHANT_WON');
    expect(await listed(id)).to.have.length(0);
  });
});
