import { returnRoutes } from '../return-routes.js';

/** Where the issuer's page sends the customer when the challenge is over. */
export const threeDsReturnRoutes = returnRoutes('/3ds/return/:token', 'challenged');
