import { decide } from './local-confirmation.js';
import { paymentStep } from './payment-step.js';

export const walletConfirmation = paymentStep('wallet-confirmation', decide);
