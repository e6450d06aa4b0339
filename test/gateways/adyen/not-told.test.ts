import { expect } from 'chai';
import { until } from '../../../scripts/until.js';
import { APPROVED, back, CHALLENGED, startAtAdyen, type AtAdyen } from './at-adyen.js';
import { answerChallenge } from './challenge.js';
import { HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';
import { bodyOf, deliver, itemOf } from './webhooks.js';

describe('payments of which Adyen tells nothing', () => {
  let at: AtAdyen;
  before(async () => {
    at = await startAtAdyen({ NEWS_OVERDUE: '3', THREE_DS_POLL_WAITS: '0.3' });
  });
  afterEach(() => {
    at.mend();
    at.adyen.world.cancelsNothing = true;
  });
  after(() => at.stop());

  const referenceOf = (trx: string): string => `${trx.replaceAll('-', '')}n1`;
  const reviewOf = async (trx: string) => (await at.tollgate.console(`/api/reviews/${trx}`)).body;
  const decide = (trx: string, body: object) =>
    at.tollgate.console(`/api/reviews/${trx}/decision`, { method: 'POST', body });
  const waitsForPerson = (trx: string) =>
    until('an operator is to look', async () => (await reviewOf(trx)).kind === 'not_told', 15_000);

  /** A payment whose call never reaches Adyen, which refuses the cancellation therefore, and says nothing else. */
  async function neverCame(): Promise<string> {
    at.adyen.spoil(/payments$/, 'hang before', 2);
    const { trx, status } = await at.pay(APPROVED);
    expect(status).to.equal('pending');
    return trx;
  }

  /** Adyen tells of money under a reference of its own. */
  const tell = (trx: string, pspReference: string, success = true) =>
    deliver(
      at.callback(),
      bodyOf(
        itemOf(HMAC_KEY, MERCHANT_ACCOUNT, {
          eventCode: 'AUTHORISATION',
          success,
          pspReference,
          merchantReference: referenceOf(trx),
          amount: { value: 10000, currency: 'USD' },
          ...(!success && { reason: 'Refused' }),
        }),
      ),
    );

  it('go before an operator in time with all that is known, and end by nothing else', async () => {
    const trx = await neverCame();
    await until('Adyen has refused the cancellation', async () => {
      const { look_up } = await reviewOf(trx);
      return (look_up as { cancellation?: string } | null)?.cancellation === 'refused'; // as the reference has it
    });
    const review = await reviewOf(trx);
    expect(review).to.deep.include({ kind: 'not_told', payment_status: 'pending', amount: 100 });
    expect(review.money).to.deep.include({ amount: 0, reference: referenceOf(trx), decision: null });
    expect(review.look_up).to.deep.include({ account: 'adyen-test', told: null, came_back: false });
    const { body } = await at.tollgate.console('/api/reviews?kind=not_told');
    expect(JSON.stringify(body.data)).to.include(trx);
    expect(await at.statusOf(trx)).to.equal('pending');
  });

  it('of which a forged return came, too', async () => {
    at.adyen.hold();
    at.adyen.world.cancelsNothing = false;
    const { trx, url } = await at.pay(CHALLENGED);
    const forged = new URL((await answerChallenge(url, 'complete')) ?? '');
    forged.search = '?redirectResult=forged';
    await back(forged.href);
    await at.timeIsOver(trx);
    await waitsForPerson(trx);
    expect((await reviewOf(trx)).look_up).to.deep.include({ came_back: true });
    const { status, body } = await decide(trx, { decision: 'reject', note: 'The gateway has no such payment' });
    expect({ status, end: body.payment_status }).to.deep.equal({ status: 200, end: 'failed' });
  });

  it('are closed when Adyen answers to the return with the same fault for ever', async () => {
    at.adyen.spoil(/details$/, '500 before'); // kept under its key: nothing was done, and nothing will be
    const { trx, url } = await at.pay(CHALLENGED);
    await back(await answerChallenge(url, 'complete'));
    await at.timeIsOver(trx, new Date(0)); // and as long again
    await at.ends(trx, 'failed');
    expect((await at.tollgate.status(trx)).reason).to.equal('authentication_timeout');
    expect(at.charged(trx)).to.equal(0);
  });

  it('fail by the word of a person, and are late money when Adyen tells of it after all', async () => {
    const trx = await neverCame();
    await waitsForPerson(trx);
    expect((await decide(trx, { decision: 'reject', refund: true })).status).to.equal(422); // nothing came
    expect((await decide(trx, { decision: 'reject', note: 'Not there' })).body).to.include({
      payment_status: 'failed',
      reason: 'gateway_error',
    });
    expect((await decide(trx, { decision: 'reject' })).status).to.equal(409);
    await tell(trx, 'LATEMONEY0000001');
    await until('it is before a person again', async () => (await reviewOf(trx)).kind === 'late_money');
    expect((await reviewOf(trx)).money).to.deep.include({
      amount: 100,
      reference: 'LATEMONEY0000001',
      decision: null,
    });
    expect((await decide(trx, { decision: 'accept', amount: 100 })).status).to.equal(200);
    expect(await at.tollgate.status(trx)).to.include({ payment_status: 'success', late_confirmation: true });
  });

  it('succeed by the word of a person, under a reference of their own', async () => {
    const known = await at.pay(APPROVED);
    const [{ reference: taken } = { reference: '' }] = ((await at.stored(known.trx))?.attempts ?? []) as {
      reference: string;
    }[]; // as it is stored
    const trx = await neverCame();
    await waitsForPerson(trx);
    for (const [wrong, status] of [
      [{ amount: 100 }, 400],
      [{ amount: 100, reference: taken }, 400],
      [{ amount: 100, reference: 'with a space' }, 400],
      [{ amount: 10, reference: 'FOUNDATADYEN0001' }, 422],
    ] as const)
      expect((await decide(trx, { decision: 'accept', ...wrong })).status).to.equal(status);
    const found = { decision: 'accept', amount: 100, reference: 'FOUNDATADYEN0001', note: 'Settled there' };
    expect((await decide(trx, found)).body).to.include({ payment_status: 'success' });
    const { body } = await at.tollgate.console(`/api/payments/${trx}`);
    expect(JSON.stringify(body.attempts)).to.include('FOUNDATADYEN0001');
    const { body: audit } = await at.tollgate.console(`/api/audit?object=${trx}`);
    expect(JSON.stringify(audit.data)).to.include('review.accepted').and.include('FOUNDATADYEN0001');
    await until('the merchant has heard', () => at.tollgate.receiver.received.some(({ body }) => body.includes(trx)));
    await tell(trx, 'FOUNDATADYEN0001'); // the same, late: no news
    expect(await at.tollgate.status(trx)).to.include({ payment_status: 'success', late_confirmation: false });
  });

  it('end as Adyen tells meanwhile, which closes the review', async () => {
    for (const [success, end] of [
      [true, 'success'],
      [false, 'failed'],
    ] as const) {
      const trx = await neverCame();
      await waitsForPerson(trx);
      await tell(trx, `TOLDATLAST00000${Number(success)}`, success);
      await at.ends(trx, end);
      expect((await reviewOf(trx)).money).to.deep.include({
        decision: success ? 'accept' : 'reject',
        decided_by: null,
        note: 'The gateway has told of the payment',
      });
    }
  });
});
