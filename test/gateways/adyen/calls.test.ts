import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { config } from '../../../config/index.js';
import { createAdyenCards } from '../../../src/connectors/adyen/cards.js';
import { referenceOf } from '../../../src/connectors/adyen/references.js';
import type { CardResult } from '../../../src/connectors/card.js';
import { ConnectorError, Misconfigured, NotDecided, NothingTaken } from '../../../src/connectors/connector.js';
import { cardAbout } from '../../support/about.js';
import { authorization, TEST_CVV } from '../../support/card-authorization.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { adyenAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import type { Fault } from './write-answer.js';
import { startAdyen, type AdyenStandIn } from './stand-in.js';

const APPROVED = '4111111111111111';
const CHALLENGED = '4917610000000000';

describe('the calls of the Adyen connector', () => {
  let adyen: AdyenStandIn;
  before(async () => {
    adyen = await startAdyen();
  });
  after(() => adyen.close());
  afterEach(() => adyen.mend());

  const connect = (changes: Partial<Parameters<typeof adyenAccess>[0]> = {}) =>
    createAdyenCards(adyenAccess({ url: adyen.url, ...changes }));
  const charged = (key: string) => adyen.timesCharged(referenceOf(key));
  /** What a fault of a payment's call comes to. The same key is asked once more, and then Adyen's news is waited for. */
  const FAULTS: [fault: Fault, once: CardResult['outcome'] | typeof ConnectorError, always: typeof ConnectorError][] = [
    ['reset', 'authorized', ConnectorError],
    ['half', 'authorized', ConnectorError],
    ['garbage', 'authorized', ConnectorError],
    ['500', ConnectorError, ConnectorError], // its answer is what Adyen has for the key
    ['500 before', ConnectorError, ConnectorError],
    ['hang', ConnectorError, ConnectorError],
    ['hang before', ConnectorError, ConnectorError],
    ['429', NothingTaken, NothingTaken],
  ];
  for (const [fault, once, always] of FAULTS)
    it(`an answer that is spoiled by ${fault} charges once at most, and is never a no`, async () => {
      for (const [times, expected] of [
        [1, once],
        [5, always],
      ] as const) {
        const about = cardAbout(randomUUID());
        adyen.spoil(/payments$/, fault, times);
        const result = await outOfTime(adyen.isSilent, () =>
          connect().authorizeCard(authorization(APPROVED), about),
        ).catch((error: unknown) => error);
        if (typeof expected === 'string') expect(result).to.include({ outcome: expected });
        else expect(result).to.be.instanceOf(expected);
        const isSure = fault === '429';
        expect(result instanceof NothingTaken, 'it is known that nothing was taken').to.equal(isSure);
        expect(charged(about.key)).to.be.at.most(isSure ? 0 : 1);
        adyen.mend();
      }
    });

  for (const fault of ['reset', 'garbage', '500', '500 before', 'hang', '429'] as const)
    it(`what the customer came back with is told once though the answer is spoiled by ${fault}`, async () => {
      const about = cardAbout(randomUUID());
      const page = await connect().authorizeCard(authorization(CHALLENGED), about);
      if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
      const query = Object.fromEntries(new URL((await answerChallenge(page.url, 'complete')) ?? '').searchParams);
      const known = { ...about, reference: page.reference };
      adyen.spoil(/details$/, fault, 2);
      const error = await thrownBy(outOfTime(adyen.isSilent, async () => connect().returned?.(known, query)));
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NotDecided);
      adyen.mend();
      const again = await connect()
        .returned?.(known, query)
        .catch((thrown: unknown) => thrown);
      if (!fault.startsWith('500')) expect(again).to.include({ outcome: 'authorized', reference: page.reference });
      expect(charged(about.key)).to.equal(fault === '500 before' ? 0 : 1);
    });

  it('waits while an earlier request with its key is under way, whichever way Adyen says so', async () => {
    for (let no = 0; no < 2; no++) {
      const about = cardAbout(randomUUID());
      const first = await connect().authorizeCard(authorization(APPROVED), about);
      adyen.idempotency.hold(referenceOf(about.key), 300);
      expect(await connect().authorizeCard(authorization(APPROVED), about)).to.deep.equal(first);
      adyen.idempotency.hold(referenceOf(about.key), 60_000);
      const before = adyen.calls.length;
      const hasWaited = () => adyen.calls.length === before + 2;
      const error = await thrownBy(outOfTime(hasWaited, () => connect().authorizeCard(authorization(APPROVED), about)));
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NothingTaken);
    }
  });

  it('closes a challenge that nobody brought anything back from, without waiting for news', async () => {
    const about = cardAbout(randomUUID());
    const page = await connect().authorizeCard(authorization(CHALLENGED), about);
    const reference = 'reference' in page ? String(page.reference) : '';
    const unfinished = { ...about, reference, isUnfinished: true };
    expect(await connect().voidCard(unfinished)).to.deep.equal({ outcome: 'not_charged' });
    adyen.spoil(/cancels$/, '422', 2);
    expect(await connect().voidCard(unfinished), 'Adyen has nothing to cancel').to.deep.equal({
      outcome: 'not_charged',
    });
    adyen.spoil(/cancels$/, '422', 2);
    expect(await thrownBy(connect().voidCard({ ...about, reference }))).to.be.instanceOf(ConnectorError);
    adyen.spoil(/cancels$/, '500', 5);
    expect(await thrownBy(connect().voidCard({ ...unfinished, key: randomUUID() }))).to.be.instanceOf(ConnectorError);
  });

  it("cancels by Adyen's reference where it is known, and by ours where that means nothing to Adyen", async () => {
    const paths = async (reference?: string) => {
      const before = adyen.calls.length;
      await thrownBy(connect().voidCard(cardAbout(randomUUID(), reference === undefined ? {} : { reference })));
      return adyen.calls.slice(before).map(({ path }) => path.replace(/[A-Z0-9]{16}/, '*'));
    };
    expect(await paths()).to.deep.equal(['/v72/cancels']);
    expect(await paths('ABCDEFGHJKLMNPQR')).to.deep.equal(['/v72/payments/*/cancels', '/v72/cancels']);
    const paid = await connect().authorizeCard(authorization(APPROVED), cardAbout(randomUUID()));
    expect(await paths('reference' in paid ? paid.reference : '')).to.deep.equal(['/v72/payments/*/cancels']);
  });

  it('takes what Adyen finds invalid for declined, and the rest of that for a fault of the gateway', async () => {
    const { card, ...request } = authorization(APPROVED);
    for (const [changes, reason, gatewayCode] of [
      [{ number: '41111' }, 'do_not_honor', '101'],
      [{ cvv: '1' }, 'incorrect_cvv', '103'],
      [{ expiryYear: 2020 }, 'expired_card', '129'],
    ] as const) {
      const about = cardAbout(randomUUID());
      const result = await connect().authorizeCard({ ...request, card: { ...card, ...changes } }, about);
      expect(result).to.deep.equal({ outcome: 'declined', reason, gatewayCode });
    }
    const nowhere = await connect().authorizeCard({ ...request, card, returnUrl: '' }, cardAbout(randomUUID()));
    expect(nowhere).to.include({ outcome: 'declined', reason: 'gateway_error', gatewayCode: '14_030' });
  });

  it('says what is wrong with an account, which takes nothing then', async () => {
    const pay = (changes: Parameters<typeof connect>[0] = {}) =>
      thrownBy(connect(changes).authorizeCard(authorization(APPROVED), cardAbout(randomUUID())));
    expect(await pay({ apiKey: 'AQE-revoked' })).to.be.instanceOf(Misconfigured);
    expect(await pay({ merchantAccount: 'Another' })).to.be.instanceOf(Misconfigured);
    adyen.world.rawCards = false;
    expect(await pay()).to.be.instanceOf(Misconfigured);
    adyen.world.rawCards = true;
  });

  it('sends a card to no call but the payment, and an address whole or not at all', async () => {
    const bodyFor = async (billing?: { country: string; address?: string; city?: string; postalCode?: string }) => {
      const payer = { id: 'c0ffee', email: 'ada@example.com', ...(billing && { billing }) };
      await connect().authorizeCard(authorization(APPROVED, { payer }), cardAbout(randomUUID()));
      return JSON.parse(adyen.calls.at(-1)?.body ?? '') as Record<string, unknown>; // ours
    };
    const whole = { country: 'DE', address: 'Weg 1', city: 'Köln', postalCode: '50667' };
    expect((await bodyFor(whole)).billingAddress).to.deep.equal({
      country: 'DE',
      street: 'Weg 1',
      houseNumberOrName: 'N/A',
      city: 'Köln',
      postalCode: '50667',
    });
    for (const part of [
      undefined,
      { country: 'DE' },
      { country: 'DE', address: 'Weg 1', city: 'Köln' },
      { country: 'DE', address: 'Weg 1', postalCode: '50667' },
      { country: 'DE', city: 'Köln', postalCode: '50667' },
      { ...whole, country: 'US' },
      { ...whole, country: 'XK' },
      { ...whole, postalCode: '1'.repeat(11) },
    ])
      expect(await bodyFor(part)).to.not.have.property('billingAddress');
    const withCard = adyen.calls.filter(({ body }) => body.includes(APPROVED)).map(({ path }) => path);
    expect([...new Set(withCard)]).to.deep.equal(['/v72/payments']);
  });

  it('says where the customer is only by what is an address, since it refuses a payment with any other', async () => {
    for (const [ip, told] of [
      ['2001:db8::7', '2001:db8::7'],
      ['203.0.113.7:51344', undefined],
      ['unknown', undefined],
    ] as const) {
      const payer = { id: 'c0ffee', email: 'ada@example.com', ip };
      await connect().authorizeCard(authorization(APPROVED, { payer }), cardAbout(randomUUID()));
      const body = JSON.parse(adyen.calls.at(-1)?.body ?? '') as Record<string, unknown>; // ours
      expect(body.shopperIP).to.equal(told);
    }
  });

  it('names the customer by an address for mail of ASCII alone, or by none', async () => {
    for (const [email, told] of [
      ["o'hara@Example.com", "o'hara@example.com"],
      ['ada@müller.example', 'ada@xn--mller-kva.example'],
      ['jörg@example.com', undefined],
    ] as const) {
      const payer = { id: 'c0ffee', email };
      await connect().authorizeCard(authorization(APPROVED, { payer }), cardAbout(randomUUID()));
      const body = JSON.parse(adyen.calls.at(-1)?.body ?? '') as Record<string, unknown>; // ours
      expect(body.shopperEmail).to.equal(told);
    }
  });

  for (const [threeDs, asked] of [
    ['required', { attemptAuthentication: 'always' }],
    ['risk_based', {}],
    ['off', { attemptAuthentication: 'never' }],
  ] as const)
    it(`sends the whole card, who pays and by which browser, and asks for 3-D Secure as the merchant wants it (${threeDs})`, async () => {
      const browser = { ip: '192.0.2.1', userAgent: 'Lynx/2.9', acceptHeader: 'text/html', language: 'bn' };
      const payer = { id: 'c0ffee', email: 'ada@example.com', ...browser };
      const card = { number: APPROVED, cvv: TEST_CVV, expiryMonth: 3, expiryYear: 2040, holder: 'Ada Lovelace' };
      const about = cardAbout(randomUUID());
      await connect({ captureDelay: 24 }).authorizeCard(authorization(APPROVED, { threeDs, payer, card }), about);
      expect(JSON.parse(adyen.calls.at(-1)?.body ?? '')).to.deep.include({
        reference: referenceOf(about.key),
        amount: { value: 4990, currency: 'EUR' },
        captureDelayHours: 24,
        channel: 'Web',
        shopperInteraction: 'Ecommerce',
        shopperEmail: 'ada@example.com',
        shopperIP: '192.0.2.1',
        paymentMethod: {
          type: 'scheme',
          number: APPROVED,
          expiryMonth: '03',
          expiryYear: '2040',
          cvc: TEST_CVV,
          holderName: 'Ada Lovelace',
        },
        browserInfo: {
          acceptHeader: 'text/html',
          userAgent: 'Lynx/2.9',
          language: 'bn',
          colorDepth: 24,
          screenHeight: 1080,
          screenWidth: 1920,
          timeZoneOffset: 0,
          javaEnabled: false,
        },
        authenticationData: { ...asked, threeDSRequestData: { nativeThreeDS: 'disabled' } },
        redirectToIssuerMethod: 'GET',
        origin: new URL(config.publicUrl).origin,
      });
    });
});
