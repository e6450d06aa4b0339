import { answerChallenge } from '../../../test/gateways/cashfree/challenge.js';
import { simulated } from '../../../test/gateways/cashfree/customer.js';
import { CLIENT_ID, CLIENT_SECRET, startCashfree } from '../../../test/gateways/cashfree/stand-in.js';
import type { RunGateway } from './gateway.js';

/** Where the form of our own page leads, which takes customers to a bank. */
const actionIn = (page: string): string => /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? '';

/** UPI, and cards in rupees. */
export const cashfree: RunGateway = {
  play: () => startCashfree({ persists: true }),
  account: {
    connector: 'cashfree',
    three_ds: true,
    credentials: { client_id: CLIENT_ID, client_secret: CLIENT_SECRET },
  },
  shows: (what) => what.startsWith('upi://pay?pa=cashfree.') || what.includes('/3ds/go/'),
  async customer(does, what, url) {
    if (what.startsWith('upi:')) {
      const payment = new URL(what).searchParams.get('tr') ?? '';
      await simulated(url, payment, does === 'pays' ? 'SUCCESS' : 'USER_DROPPED');
      return null;
    }
    const page = actionIn(await (await fetch(what)).text());
    return answerChallenge({ url: page, form: { name: 'card' } }, does === 'pays' ? 'complete' : 'cancel');
  },
  leavesOut: ['UPI, refused', 'UPI, paid late'],
};
