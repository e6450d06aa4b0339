import { deliveriesCalls } from './deliveries.calls.js';
import { endpointsCalls } from './endpoints.calls.js';
import { merchantsCalls } from './merchants.calls.js';
import { paymentsCalls } from './payments.calls.js';

/** Every call that is mounted from its description. */
export const CALLS = [...paymentsCalls, ...deliveriesCalls, ...endpointsCalls, ...merchantsCalls];
