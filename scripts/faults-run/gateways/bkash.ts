import { CREDENTIALS, startBkash } from '../../../test/gateways/bkash/stand-in.js';
import type { RunGateway } from './gateway.js';
import { walletCustomer } from './wallet-customer.js';

/**
 * The wallet. An emptied Redis has forgotten how many tokens were asked for, and which refunds: here nobody is locked out
 * for that, and refunds are listed with our key, as some say that they are. Else a person would have to compare them.
 */
export const bkash: RunGateway = {
  play: () => startBkash({ mostGrants: Infinity, listsSku: true }),
  account: { connector: 'bkash', credentials: { ...CREDENTIALS } },
  shows: (what) => what.includes('/pay/TR0011'),
  customer: walletCustomer,
};
