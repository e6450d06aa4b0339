import { config } from '../../../config/index.js';
import { CARD_CURRENCIES } from '../card-currencies.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { pagesAt } from '../http/base-url.js';
import { accessOf } from './access.js';
import { CARD_CAPABILITIES, createAdyenCards } from './cards.js';
import { checkAdyen } from './check.js';
import { CREDENTIALS } from './credentials.js';
import { createAdyenDebits, ORDER_CAPABILITIES } from './debits.js';
import { adyenDisputes, DISPUTE_CAPABILITIES } from './disputes.js';
import { referenceOf } from './references.js';
import { createAdyenRefunds, REFUND_CAPABILITIES } from './refunds.js';
import { createWebhookReader } from './webhook.js';

/** Where Adyen sends customers for 3-D Secure: over its own hosts, whichever bank's page comes then. */
const PAGES = {
  test: ['https://checkoutshopper-test.adyen.com'],
  live: ['', '-us', '-au', '-apse', '-in', '-nea'].map((region) => `https://checkoutshopper-live${region}.adyen.com`),
};

function connect(entry: Access): Connector {
  const access = accessOf(entry);
  const orders = createAdyenDebits(access);
  return {
    card: createAdyenCards(access),
    orders,
    debit: orders,
    callbacks: createWebhookReader(access),
    refunds: createAdyenRefunds(access),
    disputes: adyenDisputes,
    nameOf: referenceOf,
    pages: pagesAt('adyen', access.apiUrl, PAGES[access.mode]),
  };
}

/** Adyen, by its Checkout API. README.md beside this file tells what is done when, and docs/gateways/adyen.md how to use it. */
export const adyen: Gateway = {
  title: 'Adyen',
  modes: ['test', 'live'],
  methods: [
    { method: 'card', currencies: CARD_CURRENCIES },
    { method: 'sepa', currencies: ['EUR'] },
  ],
  credentials: CREDENTIALS,
  capabilities: {
    card: CARD_CAPABILITIES,
    orders: ORDER_CAPABILITIES,
    refunds: REFUND_CAPABILITIES,
    disputes: DISPUTE_CAPABILITIES,
  },
  capitalReferences: true,
  timeout: config.gatewayCallTimeout,
  connect,
  check: (access) => checkAdyen(accessOf(access)),
};
