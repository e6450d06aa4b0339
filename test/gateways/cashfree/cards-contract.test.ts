import { createCashfreeCards } from '../../../src/connectors/cashfree/cards.js';
import { connectorContract } from '../../contract/connector.contract.js';
import { cashfreeAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import { startCashfree, type CashfreeStandIn } from './stand-in.js';

const APPROVED = '4706131211212123';

describe('the Cashfree connector for cards, as any other', () => {
  let cashfree: CashfreeStandIn;
  before(async () => {
    cashfree = await startCashfree();
  });
  after(() => cashfree.close());

  connectorContract({
    connect: ({ apiUrl = cashfree.url, ...changes } = {}) =>
      createCashfreeCards(cashfreeAccess({ apiUrl, ...changes })),
    currency: 'INR',
    alwaysChallenges: true,
    cards: {
      approved: APPROVED,
      challenged: APPROVED,
      challengedThenDeclined: '4000000000000507',
      declined: [
        { number: '4000000000000507', reason: 'do_not_honor', gatewayCode: 'TRANSACTION_DECLINED 05' },
        { number: '4000000000000051', reason: 'insufficient_funds', gatewayCode: 'TRANSACTION_DECLINED 51' },
        { number: '4000000000005407', reason: 'expired_card', gatewayCode: 'TRANSACTION_DECLINED 54' },
      ],
      hangsCharged: '4000000000000770',
      hangsDeclined: '4000000000000887',
    },
    customer: {
      passes: (page) => answerChallenge(page, 'complete'),
      failsThreeTimes: (page) => answerChallenge(page, 'fail'),
      cancels: (page) => answerChallenge(page, 'cancel'),
    },
    timesCharged: (trx) => Promise.resolve(cashfree.timesCharged(trx)),
  });
});
