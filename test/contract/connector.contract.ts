import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { until } from '../../scripts/until.js';
import type { About } from '../../src/connectors/about.js';
import { ConnectorError, NotDecided } from '../../src/connectors/connector.js';
import type { CardAuthorization, CardConnector, CardResult, DeclineReason } from '../../src/connectors/card.js';
import { authorization, TEST_CVV } from '../support/card-authorization.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';
import { cardAbout } from '../support/about.js';

/** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
type Connect = (options?: { apiUrl?: string; timeout?: number }) => CardConnector;

/** Where a challenge takes place: a page with an address of its own, or one that a form is posted to. */
export type ChallengePage = Pick<CardResult & { outcome: 'challenge' }, 'url' | 'form'>;

/** What the suite needs to know of a gateway's test system. */
export interface ConnectorCases {
  connect: Connect;
  /** In which it takes 49.90; absent: EUR. */
  currency?: string;
  /** Whether every card has a challenge, so that a customer has to pass it before anything is charged or declined. */
  alwaysChallenges?: true;
  cards: {
    approved: string;
    challenged: string;
    challengedThenDeclined: string;
    declined: { number: string; reason: DeclineReason; gatewayCode: string }[];
    /** The gateway does its work and never answers; null: it has no such card. */
    hangsCharged: string | null;
    hangsDeclined: string | null;
  };
  /** What a customer does on the issuer's page; gives the address where the page leads in the end. */
  customer: Record<'passes' | 'failsThreeTimes' | 'cancels', (page: ChallengePage) => Promise<string | null>>;
  /** What a gateway that cannot be asked has told of a key, as soon as it has. */
  told?: (key: string) => Promise<CardResult>;
  /** False where a key that never came cannot be closed: a charge that arrives late is told of, and stands. */
  closesUnknown?: false;
  /** How often money has moved for one of our references, by the gateway's own account. */
  timesCharged: (reference: string) => Promise<number>;
}

/** Runs what must not be answered, and checks that the error tells nobody a card. */
async function expectNoAnswer(call: Promise<CardResult>, number: string): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ConnectorError);
  const told = inspect(error, { depth: 20, showHidden: true });
  expect(told)
    .to.not.contain(number)
    .and.not.match(new RegExp(`\\b${TEST_CVV}\\b`));
}

/** One attempt as Tollgate makes it: with a key of its own, and the gateway's reference as soon as it is known. */
function newAttempt({ connect, timesCharged, told, customer, currency = 'EUR', alwaysChallenges }: ConnectorCases) {
  const key = randomUUID();
  let reference: string | undefined;
  const about = (changes: Partial<About> = {}) =>
    cardAbout(key, { currency, ...(reference !== undefined && { reference }), ...changes });
  const { asks, closes } = connect().capabilities;
  const tells = (): Promise<CardResult> => {
    if (!told) throw new Error('A gateway that cannot be asked has to be listened to');
    return told(key);
  };

  const made = {
    about,
    charged: () => timesCharged(key),
    async authorize(
      this: void,
      number: string,
      options: Partial<CardAuthorization> & { timeout?: number } = {},
    ): Promise<CardResult> {
      const { timeout, ...changes } = options;
      const connector = connect(timeout === undefined ? {} : { timeout });
      const result = await connector.authorizeCard(authorization(number, changes), about());
      if (result.outcome !== 'not_charged') reference = result.reference;
      return result;
    },
    /** What the key has come to: asked for, or told. */
    state: () => (asks === 'told' ? tells() : connect().fetchCard(about())),
    /** Closes the key, and waits until that is known where it takes a while. */
    async close(this: void): Promise<CardResult> {
      if (closes === 'now') return connect().voidCard(about());
      if (asks === 'told') {
        await expectUndecided(connect().voidCard(about()));
        return tells();
      }
      return onceDecided(() => connect().voidCard(about()));
    },
    /** The customer comes back from the issuer's page, with whatever query that has added. */
    async comesBack(this: void, from: Promise<string | null>): Promise<void> {
      const query = new URL((await from) ?? 'http://nowhere.example').searchParams;
      await orUndecided(connect().returned?.(about(), Object.fromEntries(query)));
    },
  };

  return {
    ...made,
    /** What a card comes to that is authorized, once its customer has passed the challenge that every card may have. */
    async settle(this: void, number: string): Promise<CardResult> {
      const result = await made.authorize(number);
      if (result.outcome !== 'challenge' || !alwaysChallenges) return result;
      await made.comesBack(customer.passes(result));
      return made.state();
    },
  };
}

async function expectUndecided(call: Promise<CardResult>): Promise<void> {
  expect(await call.catch((error: unknown) => error)).to.be.instanceOf(NotDecided);
}

/** A call's answer; undefined when the gateway has none that decides anything. */
const orUndecided = (call: Promise<CardResult> | undefined): Promise<CardResult | undefined> | undefined =>
  call?.catch((error: unknown) => {
    if (error instanceof NotDecided) return undefined;
    throw error;
  });

/** The answer of a call that is made again and again until the gateway knows one. */
async function onceDecided(call: () => Promise<CardResult>): Promise<CardResult> {
  let answer: CardResult | undefined;
  await until('it is decided', async () => {
    answer = await call().catch((error: unknown) => {
      if (error instanceof NotDecided) return undefined;
      throw error;
    });
    return answer !== undefined;
  });
  if (!answer) throw new Error('It was there a moment ago');
  return answer;
}

/** The one suite that every connector for cards passes. What its gateway cannot do, the capabilities say. */
export function connectorContract(cases: ConnectorCases): void {
  const { cards, customer, connect, currency = 'EUR' } = cases;
  const attempt = () => newAttempt(cases);

  describe('authorizing', () => {
    it('gives the amount and currency of an approved card', async () => {
      const { settle, charged } = attempt();
      expect(await settle(cards.approved)).to.include({ outcome: 'authorized', amount: 4990, currency });
      expect(await charged()).to.equal(1);
    });

    for (const { number, reason, gatewayCode } of cards.declined)
      it(`gives the decline ${gatewayCode} as the answer ${reason}`, async () => {
        const { settle, charged } = attempt();
        expect(await settle(number)).to.include({ outcome: 'declined', reason, gatewayCode });
        expect(await charged()).to.equal(0);
      });

    it('moves money once when the same key comes twice, even at the same moment', async () => {
      const { settle, charged } = attempt();
      const results = await Promise.all([1, 2, 3].map(() => settle(cards.approved)));
      for (const result of results) expect(result).to.deep.equal(results[0]);
      expect(await charged()).to.equal(1);
    });

    it('refuses another amount under the same key', async () => {
      const { settle, about, charged } = attempt();
      await settle(cards.approved);
      const request = authorization(cards.approved);
      await expectNoAnswer(connect().authorizeCard(request, about({ amount: 9990 })), cards.approved);
      expect(await charged()).to.equal(1);
    });
  });

  describe('a challenge', () => {
    async function challenge(number: string) {
      const made = attempt();
      const page = await made.authorize(number);
      if (page.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${page.outcome}`);
      return { ...made, page };
    }

    it('moves no money while it is open', async function () {
      const { about, page, charged } = await challenge(cards.challenged);
      const { asks, pageOnce } = connect().capabilities;
      if (asks === 'told' || pageOnce) await expectUndecided(connect().fetchCard(about()));
      else expect(await connect().fetchCard(about())).to.deep.equal(page);
      expect(await charged()).to.equal(0);
    });

    it('is authorized once the customer has passed it', async () => {
      const { page, comesBack, state, charged } = await challenge(cards.challenged);
      await comesBack(customer.passes(page));
      expect(await state()).to.include({ outcome: 'authorized', amount: 4990, currency });
      expect(await charged()).to.equal(1);
    });

    it('is not passed by a query that says so', async () => {
      const { page, about, charged } = await challenge(cards.challenged);
      const query = { result: 'success', status: 'success', redirect_status: 'succeeded', proof: 'none' };
      const result = await orUndecided(connect().returned?.(about(), query));
      if (result) expect(result).to.deep.equal(page);
      expect(await charged()).to.equal(0);
    });

    it('is declined as authentication_failed after three wrong codes', async () => {
      const { page, comesBack, state, charged } = await challenge(cards.challenged);
      await comesBack(customer.failsThreeTimes(page));
      expect(await state()).to.include({ outcome: 'declined', reason: 'authentication_failed' });
      expect(await charged()).to.equal(0);
    });

    it('is declined when the customer cancels, as authentication_cancelled where that can be told', async () => {
      const { page, comesBack, state, charged } = await challenge(cards.challenged);
      await comesBack(customer.cancels(page));
      const { tellsCancelled } = connect().capabilities;
      const reason = tellsCancelled ? 'authentication_cancelled' : 'authentication_failed';
      expect(await state()).to.include({ outcome: 'declined', reason });
      expect(await charged()).to.equal(0);
    });

    it('may be passed and the card declined all the same', async () => {
      const { page, comesBack, state, charged } = await challenge(cards.challengedThenDeclined);
      await comesBack(customer.passes(page));
      expect(await state()).to.include({ outcome: 'declined', reason: 'do_not_honor' });
      expect(await charged()).to.equal(0);
    });

    it('that was closed charges nothing when the customer passes it too late', async () => {
      const { page, comesBack, close, state, charged } = await challenge(cards.challenged);
      expect(await close()).to.deep.equal({ outcome: 'not_charged' });
      await comesBack(customer.passes(page));
      expect(await state()).to.deep.equal({ outcome: 'not_charged' });
      expect(await charged()).to.equal(0);
    });

    it('is not made when 3-D Secure is off, where it can be', async () => {
      const { outcome } = await attempt().authorize(cards.challenged, { threeDs: 'off' });
      expect(outcome).to.be.oneOf(connect().capabilities.threeDsOff ? ['authorized'] : ['challenge', 'declined']);
    });
  });

  describe('closing', () => {
    it('stops a charge that arrives late, where a key can be closed that never came', async () => {
      const { authorize, about, close, state, charged } = attempt();
      if (cases.closesUnknown === false) {
        await expectUndecided(connect().voidCard(about()));
        const late = await authorize(cards.approved);
        expect(await state()).to.deep.equal(late);
        return void expect(await charged()).to.equal(1);
      }
      expect(await close()).to.deep.equal({ outcome: 'not_charged' });
      expect(await authorize(cards.approved)).to.deep.equal({ outcome: 'not_charged' });
      expect(await charged()).to.equal(0);
    });

    it('leaves a charge standing, and says so', async () => {
      const { settle, close, state } = attempt();
      const result = await settle(cards.approved);
      expect(await close()).to.deep.equal(result);
      expect(await state()).to.deep.equal(result);
    });

    it('leaves a decline standing, and says so', async () => {
      const [declined] = cards.declined;
      if (!declined) throw new Error('A gateway without a card that is declined');
      const { settle, close } = attempt();
      const { number, reason, gatewayCode } = declined;
      await settle(number);
      expect(await close()).to.include({ outcome: 'declined', reason, gatewayCode });
    });
  });

  describe('asking', () => {
    it('says not_charged of a key that the gateway has never heard of, if it can be asked', async () => {
      const asked = connect().fetchCard(attempt().about());
      if (connect().capabilities.asks === 'told') await expectUndecided(asked);
      else expect(await asked).to.deep.equal({ outcome: 'not_charged' });
    });

    const { hangsCharged, hangsDeclined } = cards;
    if (hangsCharged !== null)
      it('finds out that a charge went through though the gateway hung', async () => {
        const { authorize, state, charged } = attempt();
        await expectNoAnswer(authorize(hangsCharged, { timeout: 2 }), hangsCharged);
        expect(await state()).to.include({ outcome: 'authorized', amount: 4990 });
        expect(await charged()).to.equal(1);
      });

    if (hangsDeclined !== null)
      it('finds out that a charge did not go through when the gateway hung', async () => {
        const { authorize, state, charged } = attempt();
        await expectNoAnswer(authorize(hangsDeclined, { timeout: 2 }), hangsDeclined);
        expect(await state()).to.include({ outcome: 'declined' });
        expect(await charged()).to.equal(0);
      });
  });

  noAnswerContract((apiUrl) => {
    const connector = connect({ apiUrl, timeout: SHORT });
    const number = cards.approved;
    return Promise.all([
      expectNoAnswer(connector.authorizeCard(authorization(number), cardAbout(randomUUID(), { currency })), number),
      expectNoAnswer(connector.fetchCard(cardAbout(randomUUID(), { currency })), number),
      expectNoAnswer(connector.voidCard(cardAbout(randomUUID(), { currency })), number),
    ]);
  });
}
