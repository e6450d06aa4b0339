import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { APPROVED, startAtAdyen, type AtAdyen } from './at-adyen.js';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';
import { bodyOf, deliver, itemOf } from './webhooks.js';

describe('payments through Adyen whose money goes back', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen();
  });
  afterEach(() => at.mend());
  after(() => at.stop());

  const refundOf = async (trx: string) =>
    (
      await at.tollgate.api('/h2h/refund/status', {
        public_key: at.tollgate.merchant.public_key,
        refund_identifier: `${trx}-a`,
      })
    ).body;
  const giveBack = (trx: string, amount: number) =>
    at.tollgate.api('/h2h/refund', {
      public_key: at.tollgate.merchant.public_key,
      trx,
      refund_identifier: `${trx}-a`,
      amount,
    });

  for (const carries of ['refund', 'payment'] as const)
    it(`go back in parts, as is told by the reference of the ${carries}, and may come back after all`, async () => {
      at.adyen.world.refundsCarry = carries;
      const { trx } = await at.pay(APPROVED);
      expect((await giveBack(trx, 10)).body).to.include({ refund_status: 'pending', amount: 10 });
      await until('it has gone back', async () => (await refundOf(trx)).refund_status === 'success');
      expect(at.adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([1000]);
      at.adyen.reverse(`${trx.replaceAll('-', '')}r1`);
      await until('it has come back', async () => (await refundOf(trx)).refund_status === 'failed');
    });

  it('go back once though the answer is lost and the news comes before it', async () => {
    for (const carries of ['refund', 'payment'] as const) {
      at.adyen.world.refundsCarry = carries;
      const { trx } = await at.pay(APPROVED);
      at.adyen.spoil(/refunds$/, 'hang');
      await giveBack(trx, 10.77);
      await until('it has gone back', async () => (await refundOf(trx)).refund_status === 'success');
      expect(at.adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([1077]);
    }
  });

  it('go back though Adyen has refused that, which a person hears of once it is told', async () => {
    const { trx } = await at.pay(APPROVED);
    at.adyen.spoil(/refunds$/, '422');
    expect((await giveBack(trx, 10)).body).to.include({ refund_status: 'failed' });
    at.adyen.world.tell({
      eventCode: 'REFUND',
      success: true,
      pspReference: 'REFUNDED00000001',
      merchantReference: `${trx.replaceAll('-', '')}r1`,
      amount: { value: 1000, currency: 'EUR' },
    });
    const isAlarm = (line: string): boolean => line.includes('refund.not_ours') && line.includes(trx);
    await until('a person hears of it', () => at.tollgate.logs().split('\n').some(isAlarm));
  });

  it('are disputed, and the dispute ends, as Adyen tells', async () => {
    const { trx } = await at.pay(APPROVED);
    const tell = (eventCode: string, value: number, pspReference: string) =>
      deliver(
        at.callback(),
        bodyOf(
          itemOf(HMAC_KEY, MERCHANT_ACCOUNT, {
            eventCode,
            success: true,
            pspReference,
            merchantReference: `${trx.replaceAll('-', '')}n1`,
            amount: { value, currency: 'EUR' },
            additionalData: { chargebackReasonCode: '10.4', defensePeriodEndsAt: '2030-01-31T10:00:00+01:00' },
          }),
        ),
      );
    const attempts = (await at.stored(trx))?.attempts as { reference: string }[]; // as it is stored
    const payment = attempts[0]?.reference ?? '';
    const dispute = 'DISPUTEDISPUTE01';
    const disputes = async () => {
      const { body } = await at.tollgate.console(`/api/payments/${trx}`);
      return body.disputes as { state: string; amount: number }[]; // what the console shows
    };
    for (const [event, value, names, state, amount] of [
      ['NOTIFICATION_OF_CHARGEBACK', 4990, dispute, 'open', 49.9],
      ['CHARGEBACK', 2000, dispute, 'open', 20],
      ['CHARGEBACK_REVERSED', 2000, payment, 'won', 20], // as it is unless a setting of Adyen's says otherwise
      ['CHARGEBACK', 4990, dispute, 'won', 20], // an old one once more
      ['PREARBITRATION_OPEN', 2000, dispute, 'open', 20],
      ['CHARGEBACK_REVERSED', 2000, payment, 'open', 20],
      ['SECOND_CHARGEBACK', 2000, dispute, 'lost', 20],
    ] as const) {
      await tell(event, value, names);
      expect(
        (await disputes()).map((each) => [each.state, each.amount]),
        event,
      ).to.deep.equal([[state, amount]]);
    }
    expect(at.tollgate.logs()).to.not.include('dispute.contradicted');
  });

  it('do not go back once the account is closed: nobody would hear what became of that', async () => {
    const { trx } = await at.pay(APPROVED);
    const close = async () => at.tollgate.console('/api/gateway-accounts/adyen-test/close', { method: 'POST' });
    await at.tollgate.database.collection('payments').updateMany({}, { $set: { disputes: [], refunds: [] } });
    expect((await close()).status).to.equal(200);
    await until('it is closed everywhere', async () => (await deliver(at.callback(), '{}')).status === 404);
    const { status, body } = await giveBack(trx, 10);
    expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'refund_not_supported' });
    expect(at.adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([]);
  });
});
