import { CREDENTIALS } from '../../../test/gateways/nagad/credentials.js';
import { startNagad } from '../../../test/gateways/nagad/stand-in.js';
import type { RunGateway } from './gateway.js';
import { walletCustomer } from './wallet-customer.js';

/** Bangladesh's other wallet. It takes an order id once only, whatever became of the first call: the hardest that it may be. */
export const nagad: RunGateway = {
  play: () => startNagad(),
  account: { connector: 'nagad', credentials: { ...CREDENTIALS } },
  shows: (what) => what.includes('/check-out/'),
  customer: walletCustomer,
};
