import { auditCalls } from './audit.calls.js';
import { deliveriesCalls } from './deliveries.calls.js';
import { differencesCalls } from './differences.calls.js';
import { endpointsCalls } from './endpoints.calls.js';
import { merchantsCalls } from './merchants.calls.js';
import { operatorsCalls } from './operators.calls.js';
import { paymentsCalls } from './payments.calls.js';
import { reviewsCalls } from './reviews.calls.js';

/** Every call that is mounted from its description. */
export const CALLS = [
  ...paymentsCalls,
  ...reviewsCalls,
  ...deliveriesCalls,
  ...endpointsCalls,
  ...merchantsCalls,
  ...operatorsCalls,
  ...differencesCalls,
  ...auditCalls,
];
