import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { NotDecided } from '../../src/connectors/connector.js';
import type { CardResult } from '../../src/connectors/card.js';
import { connectDatabase } from '../../src/database/client.js';
import { accountNamed, learnAccounts } from '../../src/gateways/accounts.js';
import { connectorPart } from '../../src/gateways/connectors.js';
import { comeToKey, leaveKey } from '../../src/payments/key-callers.js';
import { redis } from '../../src/redis/client.js';
import { leaveSealedCard, newSeal } from '../../src/vault/seal-card.js';
import { decide } from '../../workers/card-authorization.js';
import { knownAdyenAccount } from '../gateways/adyen/account.js';
import type { Decision } from '../../workers/payment-step.js';
import { logLines } from '../ipn/log-lines.js';
import { aPayment } from '../payments/a-payment.js';
import { removeSaved, saved } from '../proofs/api.js';

const UNTIL_2040 = { expiryMonth: 12, expiryYear: 2040 };
const UNKNOWN: CardResult = { outcome: 'not_charged' };
const CHARGED: CardResult = { outcome: 'authorized', reference: 'ch_1', amount: 4990, currency: 'EUR' };
const CHALLENGE: CardResult = { outcome: 'challenge', reference: 'ch_1', url: 'https://bank.example/ask' };
const DECLINED: CardResult = { outcome: 'declined', reason: 'gateway_error', gatewayCode: 'processing_error' };

// A worker that was killed, or could not reach MongoDB, had the gateway's answer, and the card was destroyed upon it.
describe('the authorization of a card that is gone', () => {
  const gateway = connectorPart('sandbox-card', 'card');
  before(() => until('Redis is there', () => redis.status === 'ready'));
  afterEach(() => mock.restoreAll());

  const CASES: [known: string, fetched: CardResult, closed: CardResult, event: string, closes: number][] = [
    ['charged it', CHARGED, CHARGED, 'authorized', 0],
    ['charged another amount', { ...CHARGED, amount: 1 }, UNKNOWN, 'no_answer', 0],
    ['charged it in another currency', { ...CHARGED, currency: 'USD' }, UNKNOWN, 'no_answer', 0],
    ['asks its holder', CHALLENGE, UNKNOWN, 'challenge_required', 0],
    ['declined it', DECLINED, DECLINED, 'declined', 0],
    ['never heard of it', UNKNOWN, UNKNOWN, 'declined', 1],
    ['has heard of it by the time the key is closed', UNKNOWN, CHARGED, 'authorized', 1],
  ];
  for (const [known, fetched, closed, event, closes] of CASES)
    it(`comes to "${event}" when the gateway ${known}`, async () => {
      mock.method(gateway, 'fetchCard', async () => fetched);
      const close = mock.method(gateway, 'voidCard', async () => closed);
      let decision: object | undefined;
      await logLines(async () => (decision = await decide(aPayment())));
      expect(decision).to.include({ event });
      expect(close.mock.callCount()).to.equal(closes);
    });
});

describe('the authorization of a card that its gateway has taken on, and will tell of', () => {
  before(async () => {
    await connectDatabase();
    await until('Redis is there', () => redis.status === 'ready');
  });
  afterEach(() => mock.restoreAll());
  after(removeSaved);

  for (const [what, reference] of [
    ['what the gateway calls it', 'psp-1'],
    ['nothing, where it has not named it', undefined],
  ] as const)
    it(`keeps ${what}`, async () => {
      const payment = { ...aPayment({ account: knownAdyenAccount() }), cardSeal: newSeal() };
      await leaveSealedCard(payment, { number: '4111111111111111', cvv: '123', ...UNTIL_2040, holder: 'Ada' });
      await saved(payment);
      mock.method(connectorPart(payment.account, 'card'), 'authorizeCard', () =>
        Promise.reject(new NotDecided('later', reference)),
      );
      let decision: Decision | undefined;
      await logLines(async () => (decision = await decide(payment)));
      expect(decision).to.include({ event: 'no_answer' });
      expect(decision?.changes?.attempts?.at(-1)?.reference).to.equal(reference);
    });
});

describe('the authorization of a card that a worker has not got to its gateway before it was killed', () => {
  const NO_3DS = 'spec-told-no-3ds';
  before(connectDatabase);
  before(() => learnAccounts([{ ...accountNamed(knownAdyenAccount()), _id: NO_3DS, threeDs: false }]));
  after(async () => {
    const account = accountNamed(NO_3DS);
    learnAccounts([{ ...account, status: 'closed', version: account.version + 1, changedAt: new Date(0) }]);
    await removeSaved();
  });

  // A gateway that only tells would tell nothing of it, ever.
  for (const [what, isThere, overrides, outcome] of [
    ['and that is still there', true, {}, 'not_reached'],
    ['and that is gone', false, {}, 'not_reached'],
    ['and that is refused by now', true, { account: NO_3DS }, '3ds_not_available'],
  ] as const)
    it(`is refused by us, ${what}`, async () => {
      const payment = { ...aPayment({ account: knownAdyenAccount(), ...overrides }), cardSeal: newSeal() };
      if (isThere)
        await leaveSealedCard(payment, { number: '4111111111111111', cvv: '123', ...UNTIL_2040, holder: 'Ada' });
      await saved(payment);
      await comeToKey(payment);
      await leaveKey(payment);
      const decision = await decide(payment);
      expect(decision).to.include({ event: 'declined' });
      expect(decision.changes?.attempts?.at(-1)?.outcome).to.equal(outcome);
    });
});

describe('the authorization of a card whose account cannot authenticate it any more', () => {
  const ACCOUNT = 'spec-no-3ds';
  before(async () => {
    await until('Redis is there', () => redis.status === 'ready');
    learnAccounts([{ ...accountNamed('sandbox-card'), _id: ACCOUNT, onRequest: true, threeDs: false }]);
  });
  afterEach(() => mock.restoreAll());

  for (const [what, fetched, event] of [
    ['is a charge when a worker that died has sent the card before', CHARGED, 'authorized'],
    ['is refused by us when its gateway has never heard of it', UNKNOWN, 'declined'],
  ] as const)
    it(what, async () => {
      const payment = { ...aPayment({ account: ACCOUNT }), cardSeal: newSeal() };
      await leaveSealedCard(payment, { number: '4111111111111111', cvv: '123', ...UNTIL_2040, holder: 'Ada' });
      const gateway = connectorPart(ACCOUNT, 'card');
      mock.method(gateway, 'fetchCard', async () => fetched);
      mock.method(gateway, 'voidCard', async () => fetched);
      const { mock: sent } = mock.method(gateway, 'authorizeCard', async () => CHARGED);
      const decision = await decide(payment);
      expect(decision).to.include({ event });
      expect(sent.callCount()).to.equal(0);
      const outcome = event === 'declined' ? '3ds_not_available' : 'authorized';
      expect(decision.changes?.attempts?.at(-1)?.outcome).to.equal(outcome);
    });
});
