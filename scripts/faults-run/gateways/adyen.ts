import { answerChallenge } from '../../../test/gateways/adyen/challenge.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT, startAdyen } from '../../../test/gateways/adyen/stand-in.js';
import type { RunGateway } from './gateway.js';

/** Cards in pounds. */
export const adyen: RunGateway = {
  play: () => startAdyen({ persists: true }),
  account: {
    connector: 'adyen',
    methods: [{ method: 'card', currencies: ['GBP'] }],
    credentials: { api_key: ADYEN_KEY, merchant_account: MERCHANT_ACCOUNT, hmac_key: HMAC_KEY },
  },
  shows: (what) => what.includes('/checkoutshopper/'),
  customer: (does, page) => answerChallenge(page, does === 'pays' ? 'complete' : 'cancel'),
};
