import { auditCalls } from '../audit/audit.calls.js';
import { deliveriesCalls } from '../deliveries/deliveries.calls.js';
import { differencesCalls } from '../differences/differences.calls.js';
import { disputesCalls } from '../disputes/disputes.calls.js';
import { endpointsCalls } from '../endpoints/endpoints.calls.js';
import { gatewaysCalls } from '../gateways/gateways.calls.js';
import { routeCalls } from '../gateways/route.calls.js';
import { merchantsCalls } from '../merchants/merchants.calls.js';
import { operatorsCalls } from '../operators/operators.calls.js';
import { paymentsCalls } from '../payments/payments.calls.js';
import { refundsCalls } from '../refunds/refunds.calls.js';
import { reviewsCalls } from '../reviews/reviews.calls.js';

/** Every call that is mounted from its description. */
export const CALLS = [
  ...paymentsCalls,
  ...refundsCalls,
  ...disputesCalls,
  ...reviewsCalls,
  ...deliveriesCalls,
  ...endpointsCalls,
  ...merchantsCalls,
  ...gatewaysCalls,
  ...routeCalls,
  ...operatorsCalls,
  ...differencesCalls,
  ...auditCalls,
];
