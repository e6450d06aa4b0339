import type { ApiRequest } from '../api/api-route.js';
import { initiateCard } from './card/initiate.js';
import type { InitiateMethod } from './choose-method.js';
import { initiateUpi } from './upi/initiate.js';
import { initiateWallet } from './wallet/initiate.js';

/** Every method of the H2H API, and who takes its /h2h/initiate. A new one is a folder beside this file and a line here. */
export const methods: Record<InitiateMethod, { initiate: (request: ApiRequest) => Promise<object> }> = {
  card: { initiate: initiateCard },
  upi: { initiate: initiateUpi },
  wallet: { initiate: initiateWallet },
};
