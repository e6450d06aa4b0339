import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import {
  ConnectorError,
  KeyTaken,
  Misconfigured,
  NotDecided,
  NothingTaken,
} from '../../../src/connectors/connector.js';
import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { challengeOf } from '../../../src/connectors/cashfree/page.js';
import { cardAbout } from '../../support/about.js';
import { authorization, TEST_CVV } from '../../support/card-authorization.js';
import { thrownBy } from '../../support/thrown-by.js';
import { outOfTime } from '../out-of-time.js';
import { cashfreeAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import { customerAt } from './customer.js';
import { FAULTS, startCashfree, type CashfreeStandIn } from './stand-in.js';

const APPROVED = '4706131211212123';
const aboutCard = (key: string = randomUUID(), changes: Partial<Parameters<typeof cardAbout>[1]> = {}) =>
  cardAbout(key, { currency: 'INR', ...changes });

describe('the Cashfree connector for cards', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());
  afterEach(() => cashfree.mend());

  const connect = (changes: Partial<CashfreeAccess> = {}) =>
    createCashfreeCards(cashfreeAccess({ apiUrl: cashfree.url, ...changes }));

  async function callsOf(run: () => Promise<unknown>): Promise<string[]> {
    const before = cashfree.calls.length;
    await run();
    const isId = /\/orders\/(?!sessions)[^/]+/;
    return cashfree.calls.slice(before).map(({ method, path }) => `${method} ${path.replace(isId, '/orders/*')}`);
  }

  async function challenged(about = aboutCard()) {
    const page = await connect().authorizeCard(authorization(APPROVED), about);
    if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
    return { about, page, known: { ...about, reference: page.reference } };
  }

  it('makes two calls, two more when it is repeated, and two to ask and to close', async () => {
    const about = aboutCard();
    const authorize = () => connect().authorizeCard(authorization(APPROVED), about);
    expect(await callsOf(authorize)).to.deep.equal(['POST /orders', 'POST /orders/sessions']);
    expect(await callsOf(authorize)).to.deep.equal([
      'POST /orders',
      'GET /orders/*',
      'GET /orders/*/payments',
      'POST /orders/sessions',
    ]);
    expect(await callsOf(() => connect().fetchCard(about))).to.have.length(2);
    expect(await callsOf(() => connect().voidCard(about))).to.have.length(2);
  });

  it('sends a card to nobody but the call that is for it', async () => {
    const before = cashfree.calls.length;
    const { page } = await challenged();
    await answerChallenge(page, 'complete');
    const made = cashfree.calls.slice(before);
    const withCard = made.filter((call) => JSON.stringify(call).includes(APPROVED));
    expect(withCard.map(({ path }) => path)).to.deep.equal(['/orders/sessions']);
    expect(JSON.parse(withCard[0]?.body ?? '')).to.deep.include({
      payment_method: {
        card: {
          channel: 'link',
          card_number: APPROVED,
          card_holder_name: 'Ada Lovelace',
          card_expiry_mm: '12',
          card_expiry_yy: '40',
          card_cvv: TEST_CVV,
        },
      },
    });
  });

  it('posts a form to the page, and by way of Cashfree to a bank that nobody here knows', async () => {
    const { page } = await challenged();
    expect(page.form).to.deep.equal({ name: 'card' });
    const pages = ['https://sandbox.cashfree.com'];
    const data = { url: 'https://bank.example/acs', method: 'POST', payload: { MD: 17, PaReq: 'x', more: [] } };
    const detour = 'https://sandbox.cashfree.com/pg/view/redirecttobank/x';
    const reference = '7';
    for (const [said, expected] of [
      [data, { url: data.url, form: { MD: '17', PaReq: 'x' } }],
      [{ ...data, redirect_to_bank: detour }, { url: detour }],
      [
        { ...data, url: `${pages[0]}/x`, redirect_to_bank: detour },
        { url: `${pages[0]}/x`, form: { MD: '17', PaReq: 'x' } },
      ],
      [{ url: data.url, method: null }, { url: data.url }],
    ] as const)
      expect(challengeOf({ cf_payment_id: 7, data: said }, pages)).to.deep.equal({
        outcome: 'challenge',
        reference,
        ...expected,
      });
    for (const url of [null, '', 'javascript:alert(1)', 'upi://pay'])
      expect(() => challengeOf({ cf_payment_id: 7, data: { url } }, pages)).to.throw(ConnectorError);
  });

  describe('an answer that is spoiled', () => {
    for (const [step, call] of Object.entries({ 'open the order': /^POST \/orders$/, 'hand in the card': /sessions$/ }))
      for (const fault of FAULTS)
        it(`to ${step} by ${fault} charges nothing, and leaves nothing open`, async () => {
          const about = aboutCard();
          cashfree.spoil(call, fault, fault === '409' ? 1 : 10);
          if (fault === '409') cashfree.spoil(call, 'hang before'); // when it is asked again
          const error = await thrownBy(
            outOfTime(cashfree.isSilent, () => connect().authorizeCard(authorization(APPROVED), about)),
          );
          expect(error).to.be.instanceOf(ConnectorError);
          const isSure = fault === '429' || (step === 'open the order' && fault !== '409');
          expect(error instanceof NothingTaken, 'it is known that nothing was taken').to.equal(isSure);
          cashfree.mend();
          expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
          expect(await connect().voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
          expect(await connect().authorizeCard(authorization(APPROVED), about)).to.deep.equal({
            outcome: 'not_charged',
          });
          expect(cashfree.timesCharged(about.trx)).to.equal(0);
        });
  });

  it('waits while an earlier request with its key is under way', async () => {
    cashfree.spoil(/sessions$/, '409');
    await challenged();
  });

  it('says nothing of what was under way, once it hears a no in its place', async () => {
    cashfree.spoil(/sessions$/, '409');
    cashfree.world.rawCards = false;
    try {
      const error = await thrownBy(connect().authorizeCard(authorization(APPROVED), aboutCard()));
      expect(error).to.be.instanceOf(ConnectorError).and.not.instanceOf(NothingTaken);
    } finally {
      cashfree.world.rawCards = true;
    }
  });

  it('takes a refusal for a decline where the card was tried', async () => {
    const about = aboutCard();
    const declined = { outcome: 'declined', reason: 'do_not_honor', gatewayCode: 'TRANSACTION_DECLINED 05' };
    expect(await connect().authorizeCard(authorization('4000000000000044'), about)).to.include(declined);
    expect(await connect().authorizeCard(authorization('4000000000000044'), about)).to.include(declined);
    expect(await connect().voidCard(about)).to.include(declined);
  });

  it('knows a key that was used for other money, or another card', async () => {
    const { about } = await challenged();
    const { key } = about;
    const again = (number: string, amount: number) =>
      thrownBy(connect().authorizeCard(authorization(number), aboutCard(key, { amount })));
    expect(await again(APPROVED, 4991)).to.be.instanceOf(KeyTaken);
    expect(await again('4444333322221111', 4990)).to.be.instanceOf(KeyTaken);
  });

  it('is not decided while the customer is at the page, and by a bank that has not answered', async () => {
    const { page, known } = await challenged();
    expect(await thrownBy(connect().fetchCard(known))).to.be.instanceOf(NotDecided);
    const customer = customerAt(cashfree);
    await customer.begins(known.key);
    expect(await thrownBy(connect().fetchCard(known))).to.be.instanceOf(NotDecided);
    expect(await thrownBy(connect().voidCard(known))).to.be.instanceOf(NotDecided);
    await answerChallenge(page, 'complete');
    expect(await connect().voidCard(known)).to.include({ outcome: 'authorized', amount: 4990, currency: 'INR' });
  });

  it('is not decided either while Cashfree does not show an order whose page it has given', async () => {
    const { known } = await challenged();
    const { orders } = cashfree.world;
    const order = orders.get(known.key);
    orders.delete(known.key);
    expect(await thrownBy(connect().fetchCard(known))).to.be.instanceOf(NotDecided);
    if (order) orders.set(known.key, order);
    expect(await connect().voidCard(known)).to.deep.equal({ outcome: 'not_charged' });
  });

  it('believes no page that is for other money', async () => {
    const about = aboutCard();
    await connect().voidCard(about); // an order under the key, to be changed
    const order = cashfree.world.orders.get(about.key);
    if (!order) throw new Error('It was just opened');
    order.order_status = 'ACTIVE';
    const attempts = cashfree.world.attempts;
    const set = attempts.set.bind(attempts);
    attempts.set = (id, attempt) => set(id, Object.assign(attempt, { payment_amount: 50.9 }));
    try {
      const error = await thrownBy(connect().authorizeCard(authorization(APPROVED), about));
      expect(String(error)).to.include('another amount');
    } finally {
      attempts.set = set;
    }
    expect(await connect().voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
  });

  it('takes a card that Cashfree finds malformed for declined, and charges nothing', async () => {
    const about = aboutCard();
    const expired = authorization(APPROVED);
    const request = { ...expired, card: { ...expired.card, expiryYear: 2020 } };
    expect(await connect().authorizeCard(request, about)).to.include({ outcome: 'declined', reason: 'expired_card' });
    expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
  });

  it('declines what Cashfree takes no payment of, as a fault of the gateway: another may take it', async () => {
    const about = aboutCard(randomUUID(), { amount: 99 });
    expect(await connect().authorizeCard(authorization(APPROVED), about)).to.include({
      outcome: 'declined',
      reason: 'gateway_error',
      gatewayCode: 'order_amount_invalid',
    });
    expect(await connect().fetchCard(about)).to.deep.equal({ outcome: 'not_charged' });
    expect(await connect().voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
  });

  it('without leave for card numbers takes nothing, and never declines', async () => {
    cashfree.world.rawCards = false;
    try {
      const error = await thrownBy(connect().authorizeCard(authorization(APPROVED), aboutCard()));
      expect(error).to.be.instanceOf(Misconfigured);
      expect(String(error)).to.include('card numbers').and.not.include(APPROVED);
    } finally {
      cashfree.world.rawCards = true;
    }
  });

  it('of a page that is passed and a key that is closed at one moment, one wins and both say which', async () => {
    for (let time = 0; time < 20; time++) {
      const { page, known } = await challenged();
      await Promise.all([answerChallenge(page, 'complete'), thrownBy(connect().voidCard(known))]);
      const last = await connect().voidCard(known);
      expect(last.outcome).to.equal(cashfree.timesCharged(known.trx) === 1 ? 'authorized' : 'not_charged');
    }
  });

  it('of an order that is opened and closed at one moment nothing is left to pay', async () => {
    for (let time = 0; time < 20; time++) {
      const about = aboutCard();
      const [authorized] = await Promise.allSettled([
        connect().authorizeCard(authorization(APPROVED), about),
        connect().voidCard(about),
      ]);
      expect(await connect().voidCard(about)).to.deep.equal({ outcome: 'not_charged' });
      const result = authorized.status === 'fulfilled' ? authorized.value : undefined;
      if (result?.outcome === 'challenge') await answerChallenge(result, 'complete');
      expect(cashfree.timesCharged(about.trx)).to.equal(0);
    }
  });
});
