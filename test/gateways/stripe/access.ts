import type { StripeAccess } from '../../../src/connectors/stripe/access.js';
import { STRIPE_KEY, WEBHOOK_SECRET } from './stand-in.js';

/** An account at a stand-in, or at whatever answers at `apiUrl`. */
export const stripeAccess = (changes: Partial<StripeAccess> & Pick<StripeAccess, 'apiUrl'>): StripeAccess => ({
  account: 'stripe-test',
  mode: 'test',
  secretKey: STRIPE_KEY,
  webhookSecret: WEBHOOK_SECRET,
  testTokens: false,
  timeout: 5,
  ...changes,
});
