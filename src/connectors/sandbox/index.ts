import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { CARD_CAPABILITIES, createSandboxConnector } from './card.js';
import { checkSandbox } from './check.js';
import { createSandboxLedger } from './ledger.js';
import { createSandboxLocalConnector, ORDER_CAPABILITIES } from './local.js';
import { createSandboxRefunds, refundCapabilities } from './refunds.js';

function connect({ account }: Pick<Access, 'account'>): Connector {
  const access = { ...config.sandbox, timeout: config.gatewayTimeout, account };
  const orders = createSandboxLocalConnector(access);
  return {
    card: createSandboxConnector(access),
    orders,
    upi: orders,
    wallet: orders,
    debit: orders,
    callbacks: orders,
    refunds: createSandboxRefunds({ ...access, days: config.sandbox.refundDays }),
    ledger: createSandboxLedger(access),
    pages: [config.sandbox.url],
  };
}

/** The sandbox gateway. Its key is a setting, so that its accounts need no credentials. README.md tells its protocol. */
export const sandbox: Gateway = {
  title: 'Sandbox',
  modes: ['test'],
  methods: [
    { method: 'card', currencies: ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD', 'INR', 'BDT'] },
    { method: 'upi', currencies: ['INR'] },
    { method: 'wallet', currencies: ['BDT'] },
    { method: 'sepa', currencies: ['EUR'] },
  ],
  credentials: [],
  capabilities: {
    card: CARD_CAPABILITIES,
    orders: ORDER_CAPABILITIES,
    refunds: refundCapabilities(config.sandbox.refundDays),
  },
  connect,
  check: (access) =>
    checkSandbox(createSandboxLedger({ ...config.sandbox, timeout: config.gatewayTimeout, account: access.account })),
};
