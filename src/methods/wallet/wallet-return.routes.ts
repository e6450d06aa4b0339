import { returnRoutes } from '../return-routes.js';

/** Where the wallet's page sends the customer, whatever became of it. */
export const walletReturnRoutes = returnRoutes('/wallet/return/:token', 'awaiting_wallet');
