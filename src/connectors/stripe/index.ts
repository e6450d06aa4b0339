import { config } from '../../../config/index.js';
import { pagesAt } from '../http/base-url.js';
import { CARD_CURRENCIES } from '../card-currencies.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { accessOf } from './access.js';
import { CARD_CAPABILITIES, createStripeCards } from './cards.js';
import { checkStripe } from './check.js';
import { CREDENTIALS } from './credentials.js';
import { createStripeDebits, ORDER_CAPABILITIES } from './debits.js';
import { createStripeDisputes, DISPUTE_CAPABILITIES } from './disputes.js';
import { createStripeLedger } from './ledger.js';
import { createStripeRefunds, REFUND_CAPABILITIES } from './refunds.js';
import { createWebhookReader } from './webhook.js';

/** Where Stripe sends customers for 3-D Secure: over its own host, whichever bank's page comes then. */
const PAGE = 'https://hooks.stripe.com';

function connect(entry: Access): Connector {
  const access = accessOf(entry);
  const orders = createStripeDebits(access);
  return {
    card: createStripeCards(access),
    orders,
    debit: orders,
    callbacks: createWebhookReader(access),
    refunds: createStripeRefunds(access),
    disputes: createStripeDisputes(access),
    ledger: createStripeLedger(access),
    pages: pagesAt('stripe', access.apiUrl, [PAGE]),
  };
}

/** Stripe, by its PaymentIntents. README.md beside this file tells what is done when, and docs/gateways/stripe.md how to use it. */
export const stripe: Gateway = {
  title: 'Stripe',
  modes: ['test', 'live'],
  methods: [
    // Amounts have eight digits, whatever the currency.
    { method: 'card', currencies: CARD_CURRENCIES, multiples: { KWD: 10 }, maximums: { KWD: 99_999_990 } },
    { method: 'sepa', currencies: ['EUR'] },
  ],
  credentials: CREDENTIALS,
  capabilities: {
    card: CARD_CAPABILITIES,
    orders: ORDER_CAPABILITIES,
    refunds: REFUND_CAPABILITIES,
    disputes: DISPUTE_CAPABILITIES,
  },
  timeout: config.gatewayCallTimeout,
  connect,
  check: (access, methods) => checkStripe(accessOf(access), methods),
};
