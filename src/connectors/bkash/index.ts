import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { accessOf } from './access.js';
import { createSnsReader } from './callbacks.js';
import { checkBkash } from './check.js';
import { createClient } from './client.js';
import { CREDENTIALS } from './credentials.js';
import { createBkashRefunds, REFUND_CAPABILITIES } from './refunds.js';
import { createBkashWallet, ORDER_CAPABILITIES } from './wallet.js';

/** Where bKash sends customers to agree; a stand-in has pages of its own, or names these. */
const PAGES = { test: 'https://sandbox.payment.bkash.com', live: 'https://payment.bkash.com' } as const;

function connect(entry: Access): Connector {
  const access = accessOf(entry);
  const client = createClient(access);
  const orders = createBkashWallet(access, client);
  return {
    orders,
    wallet: orders,
    refunds: createBkashRefunds(access, client),
    callbacks: createSnsReader(access),
    pages: [PAGES[entry.mode], ...(access.standIn ? [access.standIn] : [])],
  };
}

/** bKash, by Checkout (URL). README.md beside this file tells what is done when, and docs/gateways/bkash.md how to use it. */
export const bkash: Gateway = {
  title: 'bKash',
  modes: ['test', 'live'],
  methods: [{ method: 'wallet', currencies: ['BDT'], wallets: ['BKASH'] }],
  credentials: CREDENTIALS,
  capabilities: { orders: ORDER_CAPABILITIES, refunds: REFUND_CAPABILITIES },
  timeout: config.gatewayCallTimeout,
  connect,
  check: (access) => checkBkash(accessOf(access)),
};
