import { expect } from 'chai';
import { ConnectorError, KeyTaken, NothingTaken } from '../../../src/connectors/connector.js';
import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { cashfree as gateway } from '../../../src/connectors/cashfree/index.js';
import { keyOfRefund, refundIdOf } from '../../../src/connectors/cashfree/names.js';
import { toRefundResult } from '../../../src/connectors/cashfree/refund.js';
import { createCashfreeRefunds } from '../../../src/connectors/cashfree/refunds.js';
import type { RefundAbout } from '../../../src/connectors/refunds.js';
import { refundContract } from '../../contract/refund.contract.js';
import { outOfTime } from '../out-of-time.js';
import { cashfreeAccess } from './access.js';
import { paidByCard, paidByUpi } from './paid.js';
import { takeBack } from './refunds.js';
import { FAULTS, startCashfree, type CashfreeStandIn } from './stand-in.js';

const REQUEST = { reason: 'requested_by_customer' } as const;

describe('the Cashfree connector for refunds', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());
  afterEach(() => cashfree.mend());

  const connect = ({ apiUrl = cashfree.url, ...changes }: Partial<CashfreeAccess> = {}) =>
    createCashfreeRefunds(cashfreeAccess({ apiUrl, ...changes }));

  async function paid(no = 1, amount = 1000): Promise<RefundAbout> {
    const { key, trx, currency } = await paidByCard(cashfree);
    return { key: `${trx}-r${no}`, trx, amount, currency, since: new Date(), charge: { key, at: new Date() } };
  }

  for (const repeats of [false, true])
    describe(repeats ? 'where a repetition is answered' : 'where a repetition is a conflict', () => {
      before(() => (cashfree.world.refundsRepeat = repeats));
      refundContract({
        connect,
        moveMoney: () => paidByUpi(cashfree),
        amounts: { refused: 1155, pending: 1066, hangsRefunded: 1077, hangsRefused: 1088 },
        refunded: (trx) => Promise.resolve(cashfree.refunded(trx)),
      });
    });

  it('names each by our key without hyphens, in few calls', async () => {
    const about = await paid();
    const before = cashfree.calls.length;
    await connect().refund({ reason: 'other', note: 'no' }, about);
    await connect()
      .refund(REQUEST, about)
      .catch(() => undefined);
    await connect().fetchRefund(about);
    const made = cashfree.calls.slice(before);
    const id = about.key.replaceAll('-', '');
    expect(made).to.have.length.of.at.most(4);
    expect(JSON.parse(made[0]?.body ?? '')).to.deep.equal({
      refund_id: id,
      refund_amount: 10,
      refund_note: 'other',
      refund_speed: 'STANDARD',
    });
    expect(made.at(-1)?.path).to.equal(`/orders/${about.charge.key}/refunds/${id}`);
    expect(keyOfRefund(id)).to.equal(about.key);
    const { nameOf } = gateway.connect({ account: 'cashfree-test', mode: 'test', credentials: {} });
    expect([nameOf?.(about.key), nameOf?.(about.charge.key)]).to.deep.equal([id, about.charge.key]);
    expect(refundIdOf('made-by-hand')).to.equal('made-by-hand');
  });

  for (const fault of FAULTS)
    it(`whose answer is spoiled by ${fault} goes back once at most, and is known in the end`, async () => {
      const about = await paid();
      cashfree.spoil(/refunds$/, fault);
      const error: unknown = await outOfTime(cashfree.isSilent, () => connect().refund(REQUEST, about)).catch(
        (thrown: unknown) => thrown,
      );
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(KeyTaken);
      expect(error instanceof NothingTaken).to.equal(fault === '429');
      const asked = await connect().fetchRefund(about);
      const hasGone = cashfree.refunded(about.trx).length === 1;
      expect(asked.outcome).to.equal(hasGone ? 'refunded' : 'unknown');
      expect((await connect().refund(REQUEST, about)).outcome).to.equal('refunded');
      expect(cashfree.refunded(about.trx)).to.deep.equal([1000]);
    });

  it('may be taken back after it had succeeded', async () => {
    const about = await paid();
    await connect().refund(REQUEST, about);
    const refund = [...cashfree.world.refunds.values()].find(({ order_id }) => order_id === about.charge.key);
    if (!refund) throw new Error('It was just made');
    takeBack(cashfree.world, refund);
    expect(await connect().fetchRefund(about)).to.include({ outcome: 'refused', gatewayCode: 'CANCELLED' });
  });

  const refund = (refund_status: string, status_description = '') => ({
    cf_refund_id: 7,
    refund_id: 'x',
    refund_status,
    refund_amount: 10.15,
    refund_currency: 'INR',
    status_description,
  });
  for (const [status, description, expected] of [
    ['SUCCESS', '', { outcome: 'refunded', reference: '7', amount: 1015, currency: 'INR' }],
    ['PENDING', '', { outcome: 'pending', reference: '7' }],
    ['ONHOLD', '', { outcome: 'pending', reference: '7' }],
    ['PENDING_APPROVAL', '', { outcome: 'pending', reference: '7' }],
    ['CANCELLED', '', { outcome: 'refused', reason: 'refused', gatewayCode: 'CANCELLED', reference: '7' }],
    ['REJECTED', '', { outcome: 'refused', reason: 'refused', gatewayCode: 'REJECTED', reference: '7' }],
    [
      'FAILED',
      'Insufficient balance',
      { outcome: 'refused', reason: 'no_funds', gatewayCode: 'FAILED', reference: '7' },
    ],
    ['FAILED', 'chargeback open', { outcome: 'refused', reason: 'disputed', gatewayCode: 'FAILED', reference: '7' }],
    [
      'FAILED',
      'account is closed',
      { outcome: 'refused', reason: 'account_closed', gatewayCode: 'FAILED', reference: '7' },
    ],
  ] as const)
    it(`${status} ${description} is ${expected.outcome}`, () => {
      expect(toRefundResult(refund(status, description))).to.deep.equal(expected);
    });

  it('has no other status', () => {
    expect(() => toRefundResult(refund('SPLENDID'))).to.throw(ConnectorError);
  });
});
