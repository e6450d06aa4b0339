import type { ApiRequest } from '../http/api-route.js';
import type { MethodName } from '../merchants/merchant.model.js';
import { initiateCard } from './card/initiate.js';
import { initiateUpi } from './upi/initiate.js';
import { initiateWallet } from './wallet/initiate.js';

/** Every payment method, and who takes its /h2h/initiate. A new one is a folder beside this file and a line here. */
export const methods: Record<MethodName, { initiate: (request: ApiRequest) => Promise<object> }> = {
  card: { initiate: initiateCard },
  upi: { initiate: initiateUpi },
  wallet: { initiate: initiateWallet },
};
