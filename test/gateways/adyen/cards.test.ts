import { createAdyenCards } from '../../../src/connectors/adyen/cards.js';
import { connectorContract } from '../../contract/connector.contract.js';
import { adyenAccess } from './access.js';
import { answerChallenge } from './challenge.js';
import { listen, type Listener } from './listener.js';
import { startAdyen, type AdyenStandIn } from './stand-in.js';

describe('the Adyen connector for cards', () => {
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
  afterEach(() => adyen.mend());

  const connect = ({ apiUrl = adyen.url, timeout = 5 } = {}) => createAdyenCards(adyenAccess({ url: apiUrl, timeout }));

  connectorContract({
    connect,
    cards: {
      approved: '4111111111111111',
      challenged: '4917610000000000',
      challengedThenDeclined: '4000008400001629',
      declined: [
        { number: '4000000000000002', reason: 'do_not_honor', gatewayCode: '2' },
        { number: '4000000000009995', reason: 'insufficient_funds', gatewayCode: '12' },
        { number: '4000000000009987', reason: 'do_not_honor', gatewayCode: '5' },
        { number: '4000000000000069', reason: 'expired_card', gatewayCode: '6' },
        { number: '4000000000000127', reason: 'incorrect_cvv', gatewayCode: '24' },
        { number: '4000000000000119', reason: 'gateway_error', gatewayCode: '4' },
      ],
      hangsCharged: '4000000000000770',
      hangsDeclined: '4000000000000887',
    },
    customer: {
      passes: ({ url }) => answerChallenge(url, 'complete'),
      failsThreeTimes: ({ url }) => answerChallenge(url, 'fail'),
      cancels: ({ url }) => answerChallenge(url, 'cancel'),
    },
    told: (key) => listener.told(key),
    closesUnknown: false,
    timesCharged: (trx) => Promise.resolve(adyen.timesCharged(trx.replaceAll('-', ''))),
  });
});
