import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { adyen } from '../../../src/connectors/adyen/index.js';
import { createAdyenCards } from '../../../src/connectors/adyen/cards.js';
import { createAdyenDebits } from '../../../src/connectors/adyen/debits.js';
import { createAdyenRefunds } from '../../../src/connectors/adyen/refunds.js';
import { referenceOf } from '../../../src/connectors/adyen/references.js';
import { ConnectorError, NotDecided, NothingTaken } from '../../../src/connectors/connector.js';
import { cardAbout } from '../../support/about.js';
import { authorization } from '../../support/card-authorization.js';
import { serve, type Served } from '../../support/serve.js';
import { adyenAccess } from './access.js';

const PSP = 'JLCMPCQ8HXSKGK82';

/** What is answered to one request; `lost`: the connection ends without an answer. */
type Answered = { status: number; body: object | string } | 'lost';

const refusal = (status: number, errorCode: string): Answered => ({
  status,
  body: { status, errorCode, message: 'request already processed', errorType: 'validation' },
});

describe('answers of Adyen that its documents allow, and our stand-in never gives', () => {
  let server: Served;
  let answers: Answered[] = [];
  let bodies: Record<string, unknown>[] = [];
  before(async () => {
    server = await serve((req, res) => {
      void text(req).then((body) => {
        bodies.push(JSON.parse(body) as Record<string, unknown>); // ours
        const answer = answers.shift() ?? 'lost';
        if (answer === 'lost') return void req.socket.resetAndDestroy();
        const written = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
        res.writeHead(answer.status, { 'content-type': 'application/json' }).end(written);
      });
    });
  });
  after(() => server.close());
  beforeEach(() => {
    bodies = [];
  });

  const access = () => adyenAccess({ url: server.url, timeout: 2 });
  const thrownBy = (call: Promise<unknown> | undefined): Promise<unknown> =>
    Promise.resolve(call).catch((error: unknown) => error);
  const pay = (...given: Answered[]): Promise<unknown> => {
    answers = given;
    return thrownBy(
      createAdyenCards(access()).authorizeCard(authorization('4111111111111111'), cardAbout(randomUUID())),
    );
  };

  const NO = refusal(422, '1');
  for (const [what, given] of [
    ['a refusal after a request whose answer was lost', ['lost', NO]],
    ['a refusal after half an answer', [{ status: 200, body: '{"resultCode":"Autho' }, NO]],
    ['a refusal after a fault of the server', [{ status: 500, body: {} }, NO]],
    ['408, which says nothing of the work', [refusal(408, '000'), refusal(408, '000')]],
    ['402, which Adyen does not name', [refusal(402, '000'), refusal(402, '000')]],
  ] satisfies [string, Answered[]][])
    it(`${what} is no word about the money`, async () => {
      const error = await pay(...given);
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NothingTaken);
      expect(bodies).to.have.length(2);
    });

  const NOT_CONFIGURED: Answered = {
    status: 500,
    body: {
      status: 500,
      errorCode: '905',
      message: 'Payment details are not supported',
      errorType: 'configuration',
      pspReference: PSP,
    },
  };
  it('what the account may not take is refused at once, as the document has it, and another one may', async () => {
    expect(await pay(NOT_CONFIGURED)).to.deep.equal({
      outcome: 'declined',
      reason: 'gateway_error',
      gatewayCode: '905',
    });
    expect(bodies).to.have.length(1);
    expect(await pay('lost', NOT_CONFIGURED))
      .to.be.instanceOf(ConnectorError)
      .and.not.instanceOf(NothingTaken);
  });

  it('a debit is open as well when its repetition is refused', async () => {
    answers = ['lost', NO];
    const debit = {
      iban: 'DE89370400440532013000',
      holder: 'Ada Lovelace',
      mandate: 'OURS1',
      payer: { id: 'c0ffee', email: 'ada@example.com' },
      expiresAt: new Date(Date.now() + 86_400_000),
      callbackUrl: 'http://127.0.0.1:1/callback',
    };
    const error = await thrownBy(createAdyenDebits(access()).createDebit(debit, cardAbout(randomUUID())));
    expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NothingTaken);
  });

  for (const [code, reason] of [
    ['101', 'do_not_honor'],
    ['102', 'do_not_honor'],
    ['103', 'incorrect_cvv'],
    ['153', 'incorrect_cvv'],
    ['129', 'expired_card'],
    ['140', 'expired_card'],
  ] as const)
    it(`what is wrong with the card itself (${code}) is a decline, whichever request hears it`, async () => {
      const declined = { outcome: 'declined', reason, gatewayCode: code };
      expect(await pay(refusal(422, code))).to.deep.equal(declined);
      expect(await pay('lost', refusal(422, code))).to.deep.equal(declined);
    });

  for (const [what, query, details] of [
    ['redirectResult', { redirectResult: 'X6XtfGC3!Y' }, { redirectResult: 'X6XtfGC3!Y' }],
    ['MD and PaRes', { MD: 'session', PaRes: 'eJx+/=' }, { MD: 'session', PaRes: 'eJx+/=' }],
    ['both', { redirectResult: 'X6', MD: 'm', PaRes: 'p' }, { redirectResult: 'X6' }],
  ] as const)
    it(`a customer who brings ${what} back finishes the payment`, async () => {
      const about = cardAbout(randomUUID());
      const cards = createAdyenCards(access());
      expect(cards.returnFields).to.include.members(Object.keys(query));
      answers = [
        {
          status: 200,
          body: { resultCode: 'Authorised', pspReference: PSP, merchantReference: referenceOf(about.key) },
        },
      ];
      expect(await cards.returned?.(about, query)).to.include({ outcome: 'authorized', reference: PSP });
      expect(bodies).to.deep.equal([{ details }]);
    });

  it('a customer who brings a part back has brought nothing', async () => {
    for (const query of [{}, { MD: 'session' }, { PaRes: 'eJx' }])
      expect(await thrownBy(createAdyenCards(access()).returned?.(cardAbout(randomUUID()), query))).to.be.instanceOf(
        NotDecided,
      );
    expect(bodies).to.deep.equal([]);
  });

  it('an answer that names our reference among its additional data alone is about that payment', async () => {
    const about = cardAbout(randomUUID());
    for (const [merchantReference, isOurs] of [
      [referenceOf(about.key), true],
      [referenceOf(randomUUID()), false],
    ] as const) {
      answers = [
        { status: 200, body: { resultCode: 'Authorised', pspReference: PSP, additionalData: { merchantReference } } },
      ];
      const said = await thrownBy(createAdyenCards(access()).returned?.(about, { redirectResult: 'X6' }));
      if (isOurs) expect(said).to.include({ outcome: 'authorized', reference: PSP });
      else expect(said).to.be.instanceOf(NotDecided);
    }
  });

  it('a refund is taken on though what is optional is null', async () => {
    const about = cardAbout(`${randomUUID()}-r1`);
    answers = [
      {
        status: 201,
        body: { status: 'received', pspReference: PSP, paymentPspReference: null, reference: null, amount: null },
      },
    ];
    const refund = createAdyenRefunds(access()).refund(
      { reason: 'other' },
      { ...about, charge: { key: about.key, reference: 'V4HZ4RBFJGXXGN82', at: new Date() } },
    );
    expect(await refund).to.deep.equal({ outcome: 'pending', reference: PSP });
  });

  const PAID = 'V4HZ4RBFJGXXGN82';
  const giveBack = (key: string, answer: Answered): Promise<unknown> => {
    answers = [answer];
    const charge = { key, reference: PAID, at: new Date() };
    return thrownBy(createAdyenRefunds(access()).refund({ reason: 'duplicate' }, { ...cardAbout(key), charge }));
  };

  it('a refund that is refused at once is refused, and Adyen has heard why it was wanted', async () => {
    const said = await giveBack(randomUUID(), refusal(422, '167'));
    expect(said).to.deep.equal({ outcome: 'refused', reason: 'refused', gatewayCode: '167' });
    expect(bodies[0]).to.include({ merchantRefundReason: 'DUPLICATE' });
  });

  for (const [what, changes] of [
    ['another payment', { paymentPspReference: 'KHQC5N7G84BLNK43' }],
    ['another key', { reference: 'another' }],
    ['another amount', { amount: { value: 4989, currency: 'EUR' } }],
    ['another currency', { amount: { value: 4990, currency: 'USD' } }],
  ] as const)
    it(`a refund is not taken on when what Adyen says is about ${what}`, async () => {
      const key = randomUUID();
      const ours = { status: 'received', pspReference: PSP, paymentPspReference: PAID, reference: referenceOf(key) };
      const taken = { status: 201, body: { ...ours, amount: { value: 4990, currency: 'EUR' } } };
      expect(await giveBack(key, taken)).to.deep.equal({ outcome: 'pending', reference: PSP });
      const said = await giveBack(key, { status: 201, body: { ...taken.body, ...changes } });
      expect(said).to.be.instanceOf(ConnectorError);
    });

  it('lead customers to pages in every region', () => {
    const credentials = { live_prefix: '1797a841fbb37ca7-Company' };
    const { pages } = adyen.connect({ account: 'live', mode: 'live', credentials });
    for (const region of ['', '-us', '-au', '-apse', '-in', '-nea'])
      expect(pages).to.include(`https://checkoutshopper-live${region}.adyen.com`);
  });
});
