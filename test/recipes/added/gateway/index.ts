import { config } from '../../../config/index.js';
import type { Gateway } from '../gateway.js';
import { createSandboxLocalConnector, orderCapabilities } from '../sandbox/local.js';

/** A gateway for UPI alone: nothing about cards, wallets or debits. */
export const upiSwitch: Gateway = {
  title: 'UPI switch',
  modes: ['test', 'live'],
  methods: [{ method: 'upi', currencies: ['INR'] }],
  credentials: [],
  capabilities: { orders: orderCapabilities() },
  connect({ account }) {
    // A real one speaks its gateway's own protocol here. This one borrows the sandbox's, so that a spec can pay with it.
    const orders = createSandboxLocalConnector({ ...config.sandbox, timeout: config.gatewayTimeout, account });
    return { orders, upi: orders, callbacks: orders, pages: [] };
  },
  check: () => Promise.resolve([]),
};
