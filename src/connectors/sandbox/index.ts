import { config } from '../../../config/index.js';
import type { Connector } from '../connector.js';
import { createSandboxConnector } from './card.js';
import { createSandboxLedger } from './ledger.js';
import { createSandboxLocalConnector } from './local.js';

const access = { ...config.sandbox, timeout: config.gatewayTimeout };

const orders = createSandboxLocalConnector(access);

/** The sandbox gateway, with all that it can do. README.md beside this file describes its protocol. */
export const sandbox = {
  card: createSandboxConnector(access),
  orders,
  upi: orders,
  wallet: orders,
  debit: orders,
  ledger: createSandboxLedger(access),
  pages: [config.sandbox.url],
} satisfies Connector;
