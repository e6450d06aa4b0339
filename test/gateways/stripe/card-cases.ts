import type { ConnectorCases } from '../../contract/connector.contract.js';

/** Stripe's test cards, as far as Stripe itself has them: none hangs. */
export const STRIPE_CARDS = {
  approved: '4242424242424242',
  challenged: '4000000000003220',
  challengedThenDeclined: '4000008400001629',
  declined: [
    { number: '4000000000000002', reason: 'do_not_honor', gatewayCode: 'generic_decline' },
    { number: '4000000000009995', reason: 'insufficient_funds', gatewayCode: 'insufficient_funds' },
    { number: '4000000000009987', reason: 'do_not_honor', gatewayCode: 'lost_card' },
    { number: '4000000000000069', reason: 'expired_card', gatewayCode: 'expired_card' },
    { number: '4000000000000127', reason: 'incorrect_cvv', gatewayCode: 'incorrect_cvc' },
    { number: '4000000000000119', reason: 'gateway_error', gatewayCode: 'processing_error' },
  ],
  hangsCharged: null,
  hangsDeclined: null,
} satisfies ConnectorCases['cards'];
