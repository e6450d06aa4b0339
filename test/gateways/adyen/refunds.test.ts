import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { until } from '../../../scripts/until.js';
import { createAdyenCards } from '../../../src/connectors/adyen/cards.js';
import { createAdyenRefunds } from '../../../src/connectors/adyen/refunds.js';
import { NotDecided } from '../../../src/connectors/connector.js';
import type { RefundAbout, RefundResult } from '../../../src/connectors/refunds.js';
import { refundContract } from '../../contract/refund.contract.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { adyenAccess } from './access.js';
import { listen, type Listener } from './listener.js';
import { startAdyen, type AdyenStandIn } from './stand-in.js';

const DAY_MS = 86_400_000;

describe("the Adyen connector's refunds", () => {
  let adyen: AdyenStandIn;
  let listener: Listener;
  before(async () => {
    adyen = await startAdyen();
    listener = await listen();
    adyen.hook(listener.url);
  });
  after(async () => {
    await adyen.close();
    await listener.close();
  });

  const connect = ({
    apiUrl = adyen.url,
    ...changes
  }: { apiUrl?: string; timeout?: number; captureDelay?: number } = {}) =>
    createAdyenRefunds(adyenAccess({ url: apiUrl, ...changes }));

  async function moveMoney() {
    const trx = randomUUID();
    const about = { ...cardAbout(`${trx}-1`), trx };
    const cards = createAdyenCards(adyenAccess({ url: adyen.url }));
    const result = await cards.authorizeCard(authorization('4111111111111111'), about);
    if (result.outcome !== 'authorized') throw new Error(`Expected money to move, not ${result.outcome}`);
    return { key: about.key, trx, currency: about.currency, reference: result.reference };
  }

  async function told({ key }: RefundAbout): Promise<RefundResult> {
    const last = () => listener.heard.findLast((news) => news.key === key)?.refund;
    await until(`news of ${key} has come`, () => last() !== undefined);
    const result = last();
    if (!result) throw new Error('It was there a moment ago');
    return result;
  }

  refundContract({
    connect,
    moveMoney,
    told,
    amounts: { refused: 1055, pending: null, hangsRefunded: 1077, hangsRefused: 1088 },
    refunded: (trx) => Promise.resolve(adyen.refunded(trx.replaceAll('-', ''))),
  });

  async function aboutRefund(changes: Partial<RefundAbout> = {}): Promise<RefundAbout> {
    const { key, trx, currency, reference } = await moveMoney();
    const charge = { key, reference, at: new Date() };
    return { key: `${trx}-r1`, trx, amount: 1000, currency, since: new Date(), charge, ...changes };
  }

  it('are on their way once Adyen has named them, and are asked for again until then', async () => {
    const about = await aboutRefund();
    expect(await connect().fetchRefund(about)).to.deep.equal({ outcome: 'unknown' });
    const named = { ...about, reference: 'ABCDEFGHJKLMNPQR' };
    expect(await connect().fetchRefund(named)).to.deep.equal({ outcome: 'pending', reference: named.reference });
  });

  it('send no key that Adyen may have forgotten', async () => {
    const about = await aboutRefund({ since: new Date(Date.now() - 7 * DAY_MS) });
    for (const call of [() => connect().fetchRefund(about), () => connect().refund({ reason: 'other' }, about)])
      expect(await call().catch((error: unknown) => error)).to.be.instanceOf(NotDecided);
    expect(adyen.refunded(about.trx.replaceAll('-', ''))).to.deep.equal([]);
  });

  it('wait until the payment is captured', async () => {
    const about = await aboutRefund();
    const before = adyen.calls.length;
    const early = connect({ captureDelay: 1 });
    expect(await early.refund({ reason: 'other' }, about)).to.deep.equal({ outcome: 'pending' });
    expect(adyen.calls.length).to.equal(before);
    const later = { ...about, charge: { ...about.charge, at: new Date(Date.now() - 2 * 3_600_000) } };
    expect(await early.refund({ reason: 'other' }, later))
      .to.include({ outcome: 'pending' })
      .and.to.have.property('reference');
  });

  it('may come back days later', async () => {
    const about = await aboutRefund();
    await connect().refund({ reason: 'duplicate' }, about);
    expect(await told(about)).to.include({ outcome: 'refunded', amount: 1000, currency: 'EUR' });
    adyen.reverse(about.key.replaceAll('-', ''));
    await until('it has come back', async () => (await told(about)).outcome === 'refused');
    expect(await told(about)).to.include({ reason: 'account_closed', gatewayCode: 'REFUNDED_REVERSED' });
  });
});
