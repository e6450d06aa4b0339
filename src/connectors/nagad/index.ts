import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { accessOf } from './access.js';
import { checkNagad } from './check.js';
import { CREDENTIALS } from './credentials.js';
import { orderIdOf } from './order-id.js';
import { pagesOf } from './pages.js';
import { createNagadWallet, ORDER_CAPABILITIES } from './wallet.js';

function connect(entry: Access): Connector {
  const access = accessOf(entry);
  const orders = createNagadWallet(access);
  return { orders, wallet: orders, nameOf: orderIdOf, pages: pagesOf(access) };
}

/** Nagad, by its check-out API. README.md beside this file tells what is done when, and docs/gateways/nagad.md how to use it. */
export const nagad: Gateway = {
  title: 'Nagad',
  modes: ['test', 'live'],
  methods: [{ method: 'wallet', currencies: ['BDT'], wallets: ['NAGAD'] }],
  credentials: CREDENTIALS,
  capabilities: { orders: ORDER_CAPABILITIES },
  timeout: config.gatewayCallTimeout,
  connect,
  check: (access) => checkNagad(accessOf(access)),
};
