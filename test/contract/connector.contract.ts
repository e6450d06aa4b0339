import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CardConnector, CardResult, DeclineReason } from '../../src/connectors/card.js';
import { authorization, TEST_CVV } from '../support/card-authorization.js';
import { noAnswerContract, SHORT } from './no-answer.contract.js';
import { cardAbout } from '../support/about.js';

/** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
type Connect = (options?: { apiUrl?: string; timeout?: number }) => CardConnector;

/** What the suite needs to know of a gateway's test system. */
export interface ConnectorCases {
  connect: Connect;
  cards: {
    approved: string;
    challenged: string;
    challengedThenDeclined: string;
    declined: { number: string; reason: DeclineReason; gatewayCode: string }[];
    /** The gateway does its work and never answers. */
    hangsCharged: string;
    hangsDeclined: string;
  };
  /** What a customer does on the issuer's page; resolves when the page has let them go. */
  customer: {
    passes: (url: string) => Promise<unknown>;
    failsThreeTimes: (url: string) => Promise<unknown>;
    cancels: (url: string) => Promise<unknown>;
  };
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

/** The one suite that every connector for cards passes. */
export function connectorContract(cases: ConnectorCases): void {
  const { cards, customer, connect, timesCharged } = cases;

  describe('authorizing', () => {
    it('gives the amount and currency of an approved card', async () => {
      const key = randomUUID();
      const result = await connect().authorizeCard(authorization(cards.approved), cardAbout(key));
      expect(result).to.include({ outcome: 'authorized', amount: 4990, currency: 'EUR' });
      expect(await timesCharged(key)).to.equal(1);
    });

    for (const { number, reason, gatewayCode } of cards.declined)
      it(`gives the decline ${gatewayCode} as the answer ${reason}`, async () => {
        const key = randomUUID();
        const result = await connect().authorizeCard(authorization(number), cardAbout(key));
        expect(result).to.include({ outcome: 'declined', reason, gatewayCode });
        expect(await timesCharged(key)).to.equal(0);
      });

    it('moves money once when the same key comes twice, even at the same moment', async () => {
      const request = authorization(cards.approved);
      const key = randomUUID();
      const results = await Promise.all([1, 2, 3].map(() => connect().authorizeCard(request, cardAbout(key))));
      for (const result of results) expect(result).to.deep.equal(results[0]);
      expect(await timesCharged(key)).to.equal(1);
    });

    it('refuses another amount under the same key', async () => {
      const request = authorization(cards.approved);
      const key = randomUUID();
      await connect().authorizeCard(request, cardAbout(key));
      await expectNoAnswer(connect().authorizeCard(request, cardAbout(key, { amount: 9990 })), cards.approved);
      expect(await timesCharged(key)).to.equal(1);
    });
  });

  describe('a challenge', () => {
    async function challenge(number: string) {
      const request = authorization(number);
      const key = randomUUID();
      const result = await connect().authorizeCard(request, cardAbout(key));
      if (result.outcome !== 'challenge') throw new Error(`Expected a challenge, not ${result.outcome}`);
      return { key, url: result.url, charged: () => timesCharged(key) };
    }

    it('moves no money while it is open', async () => {
      const { key, url, charged } = await challenge(cards.challenged);
      expect(await connect().fetchCard(cardAbout(key))).to.include({ outcome: 'challenge', url });
      expect(await charged()).to.equal(0);
    });

    it('is authorized once the customer has passed it', async () => {
      const { key, url, charged } = await challenge(cards.challenged);
      await customer.passes(url);
      expect(await connect().fetchCard(cardAbout(key))).to.include({
        outcome: 'authorized',
        amount: 4990,
        currency: 'EUR',
      });
      expect(await charged()).to.equal(1);
    });

    it('is declined as authentication_failed after three wrong codes', async () => {
      const { key, url, charged } = await challenge(cards.challenged);
      await customer.failsThreeTimes(url);
      expect(await connect().fetchCard(cardAbout(key))).to.include({
        outcome: 'declined',
        reason: 'authentication_failed',
      });
      expect(await charged()).to.equal(0);
    });

    it('is declined as authentication_cancelled when the customer cancels', async () => {
      const { key, url, charged } = await challenge(cards.challenged);
      await customer.cancels(url);
      expect(await connect().fetchCard(cardAbout(key))).to.include({
        outcome: 'declined',
        reason: 'authentication_cancelled',
      });
      expect(await charged()).to.equal(0);
    });

    it('may be passed and the card declined all the same', async () => {
      const { key, url, charged } = await challenge(cards.challengedThenDeclined);
      await customer.passes(url);
      expect(await connect().fetchCard(cardAbout(key))).to.include({ outcome: 'declined', reason: 'do_not_honor' });
      expect(await charged()).to.equal(0);
    });

    it('that was closed charges nothing when the customer passes it too late', async () => {
      const { key, url, charged } = await challenge(cards.challenged);
      expect(await connect().voidCard(cardAbout(key))).to.deep.equal({ outcome: 'not_charged' });
      await customer.passes(url);
      expect(await connect().fetchCard(cardAbout(key))).to.deep.equal({ outcome: 'not_charged' });
      expect(await charged()).to.equal(0);
    });

    it('is not made when 3-D Secure is off', async () => {
      const request = authorization(cards.challenged, { threeDs: 'off' });
      expect(await connect().authorizeCard(request, cardAbout(randomUUID()))).to.include({ outcome: 'authorized' });
    });
  });

  describe('closing', () => {
    it('stops a charge that arrives late', async () => {
      const request = authorization(cards.approved);
      const key = randomUUID();
      expect(await connect().voidCard(cardAbout(key))).to.deep.equal({ outcome: 'not_charged' });
      expect(await connect().authorizeCard(request, cardAbout(key))).to.deep.equal({ outcome: 'not_charged' });
      expect(await timesCharged(key)).to.equal(0);
    });

    it('leaves a charge standing, and says so', async () => {
      const key = randomUUID();
      const result = await connect().authorizeCard(authorization(cards.approved), cardAbout(key));
      expect(await connect().voidCard(cardAbout(key))).to.deep.equal(result);
      expect(await connect().fetchCard(cardAbout(key))).to.deep.equal(result);
    });

    it('leaves a decline standing, and says so', async () => {
      const [declined] = cards.declined;
      if (!declined) throw new Error('A gateway without a card that is declined');
      const key = randomUUID();
      const result = await connect().authorizeCard(authorization(declined.number), cardAbout(key));
      expect(await connect().voidCard(cardAbout(key))).to.deep.equal(result);
    });
  });

  describe('asking', () => {
    it('says not_charged of a key that the gateway has never heard of', async () => {
      expect(await connect().fetchCard(cardAbout(randomUUID()))).to.deep.equal({ outcome: 'not_charged' });
    });

    it('finds out that a charge went through though the gateway hung', async () => {
      const request = authorization(cards.hangsCharged);
      const key = randomUUID();
      await expectNoAnswer(connect({ timeout: 2 }).authorizeCard(request, cardAbout(key)), cards.hangsCharged);
      expect(await connect().fetchCard(cardAbout(key))).to.include({ outcome: 'authorized', amount: 4990 });
      expect(await timesCharged(key)).to.equal(1);
    });

    it('finds out that a charge did not go through when the gateway hung', async () => {
      const request = authorization(cards.hangsDeclined);
      const key = randomUUID();
      await expectNoAnswer(connect({ timeout: 2 }).authorizeCard(request, cardAbout(key)), cards.hangsDeclined);
      expect(await connect().fetchCard(cardAbout(key))).to.include({ outcome: 'declined' });
      expect(await timesCharged(key)).to.equal(0);
    });
  });

  noAnswerContract((apiUrl) => {
    const connector = connect({ apiUrl, timeout: SHORT });
    const number = cards.approved;
    return Promise.all([
      expectNoAnswer(connector.authorizeCard(authorization(number), cardAbout(randomUUID())), number),
      expectNoAnswer(connector.fetchCard(cardAbout(randomUUID())), number),
      expectNoAnswer(connector.voidCard(cardAbout(randomUUID())), number),
    ]);
  });
}
