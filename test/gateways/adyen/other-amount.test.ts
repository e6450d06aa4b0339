import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { HANGS_CHARGED, startAtAdyen, type AtAdyen } from './at-adyen.js';

describe('a payment by card of which Adyen tells another amount', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen({ RECONCILE_WAITS: '5' }); // so that no cancellation is asked for before the news
  });
  afterEach(() => at.mend());
  after(() => at.stop());

  const reviewOf = async (trx: string) => (await at.tollgate.console(`/api/reviews/${trx}`)).body;
  const decide = (trx: string, body: object) =>
    at.tollgate.console(`/api/reviews/${trx}/decision`, { method: 'POST', body });

  /** A payment of 100.00 without an answer, of which Adyen has taken and tells this much. */
  async function toldOf(value: number): Promise<string> {
    at.adyen.hold();
    const { trx, status } = await at.pay(HANGS_CHARGED);
    expect(status).to.equal('pending');
    const paid = [...at.adyen.world.payments.values()].find(({ reference }) =>
      reference.startsWith(trx.replaceAll('-', '')),
    );
    if (paid) paid.amount.value = value;
    at.adyen.release();
    await until('an operator is to look', async () => (await reviewOf(trx)).kind === 'amount_mismatch');
    return trx;
  }

  it('stays pending before a person, fails by their word, and the money goes back', async () => {
    const trx = await toldOf(5000);
    expect((await reviewOf(trx)).money).to.deep.include({ amount: 50, currency: 'USD', decision: null });
    expect(await at.statusOf(trx)).to.equal('pending');
    expect((await decide(trx, { decision: 'accept', amount: 50 })).status).to.equal(422);
    expect((await decide(trx, { decision: 'reject', refund: true })).body).to.include({
      payment_status: 'failed',
      reason: 'gateway_error',
    });
    await until('it has gone back', () => at.adyen.refunded(trx.replaceAll('-', '')).length > 0);
    expect(at.adyen.refunded(trx.replaceAll('-', ''))).to.deep.equal([5000]);
    await until('that is known', async () => (await at.tollgate.status(trx)).refund_status === 'full');
  });

  it('succeeds by the word of a person who has settled the rest', async () => {
    const trx = await toldOf(9900);
    expect((await decide(trx, { decision: 'accept', amount: 100, note: 'Settled there' })).body).to.include({
      payment_status: 'success',
      late_confirmation: false,
    });
    expect((await decide(trx, { decision: 'reject' })).status).to.equal(409);
  });
});
