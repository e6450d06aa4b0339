import { expect } from 'chai';
import type { About } from '../../src/connectors/about.js';
import type { CardResult } from '../../src/connectors/card.js';
import { ConnectorError, KeyTaken, NotDecided } from '../../src/connectors/connector.js';
import { accessOf } from '../../src/connectors/adyen/access.js';
import { createAdyenCards } from '../../src/connectors/adyen/cards.js';
import { checkAdyen } from '../../src/connectors/adyen/check.js';
import { adyenNews } from './adyen-news.js';
import { CHALLENGED, CHARGED, giveBack, newPayment, paymentBy, refundsOfNewPayment } from './adyen-payments.js';
import { PATIENCE_MS } from './person.js';
import { requiredKey } from './required-key.js';
import { openWayBack } from './way-back.js';
import { thrownBy } from '../support/thrown-by.js';

/** What the holder's name makes of a test card: our reason, and Adyen's code. */
const REFUSED = [
  ['DECLINED', 'do_not_honor', '2'],
  ['BLOCK_CARD', 'do_not_honor', '5'],
  ['CARD_EXPIRED', 'expired_card', '6'],
  ['NOT_ENOUGH_BALANCE', 'insufficient_funds', '12'],
  ['CVC_DECLINED', 'incorrect_cvv', '24'],
  ['ERROR', 'gateway_error', '4'],
] as const;

describe('Adyen itself, in test mode', function () {
  this.timeout(PATIENCE_MS * 1.1);
  const port = process.env.ADYEN_TEST_WEBHOOK_PORT;
  if (!port && process.env.TRUTH_ACCOUNT)
    throw new Error('ADYEN_TEST_WEBHOOK_PORT is not set: no account is noted as seen unless Adyen could tell of it');
  const access = accessOf({
    account: 'truth',
    mode: 'test',
    credentials: {
      api_key: requiredKey('ADYEN_TEST_API_KEY'),
      merchant_account: requiredKey('ADYEN_TEST_MERCHANT_ACCOUNT'),
      ...(port && { hmac_key: requiredKey('ADYEN_TEST_HMAC_KEY') }),
    },
  });
  const cards = createAdyenCards(access);
  const returned = async (about: About, query: Record<string, string>) => cards.returned?.(about, query);

  it('takes the key and the merchant account', async () => {
    expect((await checkAdyen(access)).filter(({ ok }) => !ok)).to.deep.equal([]);
  });

  describe('cards', () => {
    it('charges once for a key, and never another amount by it', async () => {
      const about = newPayment();
      const first = await cards.authorizeCard(paymentBy(CHARGED), about);
      expect(first).to.include({ outcome: 'authorized', amount: 4990, currency: 'EUR' });
      expect(await cards.authorizeCard(paymentBy(CHARGED), about)).to.deep.equal(first);
      const other = cards.authorizeCard(paymentBy(CHARGED), { ...about, amount: 9990 });
      expect(await thrownBy(other)).to.be.instanceOf(ConnectorError);
    });

    for (const [holder, reason, gatewayCode] of REFUSED)
      it(`gives the refusal of ${holder} as the answer ${reason}`, async () => {
        const result = await cards.authorizeCard(paymentBy(CHARGED, holder), newPayment());
        expect(result).to.include({ outcome: 'declined', reason, gatewayCode });
      });

    it('takes the cancellation of what awaits its capture on, and will tell', async () => {
      const later = createAdyenCards({ ...access, captureDelay: 1 });
      const about = newPayment();
      const result = await later.authorizeCard(paymentBy(CHARGED), about);
      if (result.outcome !== 'authorized') throw new Error(`Expected an authorization, not ${result.outcome}`);
      const cancelled = later.voidCard({ ...about, reference: result.reference });
      expect(await thrownBy(cancelled)).to.be.instanceOf(NotDecided);
    });
  });

  describe('3-D Secure', () => {
    let wayBack: Awaited<ReturnType<typeof openWayBack>>;
    before(async () => {
      wayBack = await openWayBack();
    });
    after(() => wayBack.close());

    async function challenge() {
      const about = newPayment();
      const returnUrl = wayBack.addressOf(about.key);
      const page: CardResult = await cards.authorizeCard(paymentBy(CHALLENGED, undefined, { returnUrl }), about);
      if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
      return { page, about: { ...about, reference: page.reference } };
    }

    it('charges once what is confirmed at its page, and nothing by what somebody made up', async () => {
      const { page, about } = await challenge();
      expect(page.form, 'a page that a link leads to').to.equal(undefined);
      expect(await thrownBy(returned(about, { redirectResult: 'made-up' }))).to.be.instanceOf(NotDecided);
      const query = await wayBack.comesBack(about.key, 'confirm, with "password"', page.url);
      const result = await returned(about, query);
      expect(result).to.include({ outcome: 'authorized', amount: 4990, currency: 'EUR' });
      expect(await returned(about, query)).to.deep.equal(result);
      const another = await challenge();
      expect(await thrownBy(returned(another.about, query))).to.be.instanceOf(NotDecided);
    });

    it('charges nothing when the customer fails', async () => {
      const { page, about } = await challenge();
      const query = await wayBack.comesBack(about.key, 'fail, with another word than "password"', page.url);
      const result = await returned(about, query);
      expect(result).to.include({ outcome: 'declined', reason: 'authentication_failed' });
    });

    it('charges nothing of a challenge that was left and cancelled', async () => {
      const { about } = await challenge();
      const result = await cards.voidCard({ ...about, isUnfinished: true });
      expect(result).to.deep.equal({ outcome: 'not_charged' });
    });
  });

  it('takes a refund on once for a key, and none of what was never paid', async () => {
    const refund = await refundsOfNewPayment(access);
    const first = await giveBack(access, refund(1, 2000));
    expect(first).to.include({ outcome: 'pending' }).and.to.have.property('reference').that.is.a('string');
    expect(await giveBack(access, refund(1, 2000))).to.deep.equal(first);
    expect(await thrownBy(giveBack(access, refund(1, 2001)))).to.be.instanceOf(KeyTaken);
    const charge = { ...refund(2, 100).charge, reference: 'AAAAAAAAAAAAAAAA' };
    expect(await giveBack(access, { ...refund(2, 100), charge })).to.include({ outcome: 'refused' });
  });

  adyenNews(access, port);
});
