import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { baseUrlOf, hasStandIn } from '../http/base-url.js';
import { accessOf } from './access.js';
import { checkNagad } from './check.js';
import { CREDENTIALS } from './credentials.js';
import { createNagadWallet, ORDER_CAPABILITIES } from './wallet.js';

/** Where Nagad sends customers to pay. */
const PAGES = { test: 'http://sandbox.mynagad.com:10060', live: 'https://payment.mynagad.com:30000' } as const;

function connect(entry: Access): Connector {
  const orders = createNagadWallet(accessOf(entry));
  const page = hasStandIn('nagad') ? baseUrlOf('nagad', '', entry) : PAGES[entry.mode];
  return { orders, wallet: orders, pages: [page] };
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
