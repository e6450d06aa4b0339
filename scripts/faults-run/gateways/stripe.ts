import { answerChallenge, startStripe, STRIPE_KEY, WEBHOOK_SECRET } from '../../../test/gateways/stripe/stand-in.js';
import type { RunGateway } from './gateway.js';

/** Cards and direct debits. */
export const stripe: RunGateway = {
  play: () => startStripe({ persists: true }),
  account: {
    connector: 'stripe',
    creditor: { name: 'Blue Tea Shop', identifier: 'DE98ZZZ09999999999' },
    credentials: { secret_key: STRIPE_KEY, webhook_secret: WEBHOOK_SECRET },
  },
  shows: (what) => what.includes('/3ds/pi_'),
  customer: (does, page) => answerChallenge(page, does === 'pays' ? 'complete' : 'fail'),
  leavesOut: ['card, refund taken back', 'card, disputed and won', 'card, disputed and lost'],
};
