import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import { createSandboxLocalConnector } from '../sandbox/local.js';

// A real one speaks its gateway's own protocol here. This one borrows the sandbox's, so that a spec can pay with it.
const { pace, createUpi, fetchOrder, cancelOrder, readCallback, simulate } = createSandboxLocalConnector({
  ...config.sandbox,
  timeout: config.gatewayTimeout,
});

/** A gateway for UPI alone: nothing about cards, wallets or debits. */
export const upiSwitch = {
  orders: { pace, fetchOrder, cancelOrder, readCallback, ...(simulate && { simulate }) },
  upi: { createUpi },
  pages: [],
} satisfies Connector;
