import { decide } from './local-confirmation.js';
import { paymentStep } from './payment-step.js';

export const upiConfirmation = paymentStep('upi-confirmation', decide);
