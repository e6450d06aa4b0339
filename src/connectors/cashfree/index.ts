import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { accessOf, pagesOf } from './access.js';
import { CARD_CAPABILITIES, createCashfreeCards } from './cards.js';
import { checkCashfree } from './check.js';
import { CREDENTIALS } from './credentials.js';
import { createCashfreeDisputes, DISPUTE_CAPABILITIES } from './disputes.js';
import { createCashfreeLedger } from './ledger.js';
import { refundIdOf } from './names.js';
import { createCashfreeRefunds, REFUND_CAPABILITIES } from './refunds.js';
import { createCashfreeUpi, ORDER_CAPABILITIES } from './upi.js';
import { createWebhookReader } from './webhook.js';

function connect(entry: Access): Connector {
  const access = accessOf(entry);
  const upi = createCashfreeUpi(access);
  return {
    card: createCashfreeCards(access),
    orders: upi,
    upi,
    callbacks: createWebhookReader(access),
    refunds: createCashfreeRefunds(access),
    disputes: createCashfreeDisputes(access),
    ledger: createCashfreeLedger(access),
    nameOf: refundIdOf,
    pages: pagesOf(access),
  };
}

/** Cashfree Payments. README.md beside this file tells what is done when, and docs/gateways/cashfree.md how to use it. */
export const cashfree: Gateway = {
  title: 'Cashfree',
  modes: ['test', 'live'],
  methods: [
    { method: 'upi', currencies: ['INR'] },
    { method: 'card', currencies: ['INR'] },
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
  check: (access, methods) => checkCashfree(accessOf(access), methods),
};
