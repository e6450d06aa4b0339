import { answered } from '../src/payments/attempts.js';
import { decideBy } from './async-decision.js';
import { paymentStep } from './payment-step.js';

/** Asks for as long as it takes: a debit never times out, since nobody but the banks can end it. */
export const decide = decideBy((payment, { outcome }) =>
  outcome === 'cancelled'
    ? { event: 'refused', changes: { reason: 'gateway_error', attempts: answered(payment, { outcome }) } }
    : null,
);

export const debitConfirmation = paymentStep('debit-confirmation', decide);
