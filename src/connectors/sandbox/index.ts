import { config } from '../../../config/index.js';
import { CARD_CURRENCIES } from '../card-currencies.js';
import type { Connector } from '../connector.js';
import type { Access, Gateway } from '../gateway.js';
import { BEHAVIOUR, readBehaviours } from './behaviour.js';
import { cardCapabilities, createSandboxConnector } from './card.js';
import { checkSandbox } from './check.js';
import { createSandboxDisputes, DISPUTE_CAPABILITIES } from './disputes.js';
import { createSandboxLedger } from './ledger.js';
import { createSandboxLocalConnector, orderCapabilities } from './local.js';
import { createSandboxRefunds, refundCapabilities } from './refunds.js';

function accessOf({ account, credentials }: Pick<Access, 'account' | 'credentials'>) {
  return {
    ...config.sandbox,
    timeout: config.gatewayTimeout,
    account,
    behaviours: readBehaviours(credentials.behaviour),
    callbackUrl: `${config.publicUrl}/callbacks/${account}`,
  };
}

function connect(to: Access): Connector {
  const access = accessOf(to);
  const orders = createSandboxLocalConnector(access);
  return {
    card: createSandboxConnector(access),
    orders,
    wallet: orders,
    ...(!access.behaviours.has('by-reference') && { upi: orders, debit: orders }),
    callbacks: orders,
    refunds: createSandboxRefunds({ ...access, days: config.sandbox.refundDays }),
    disputes: createSandboxDisputes(access),
    ledger: createSandboxLedger(access),
    pages: [config.sandbox.url],
  };
}

/** The sandbox gateway. Its key is a setting, so that its accounts need no credentials. README.md tells its protocol. */
export const sandbox: Gateway = {
  title: 'Sandbox',
  isOurs: true,
  modes: ['test'],
  methods: [
    { method: 'card', currencies: CARD_CURRENCIES },
    { method: 'upi', currencies: ['INR'] },
    { method: 'wallet', currencies: ['BDT'] },
    { method: 'sepa', currencies: ['EUR'] },
  ],
  credentials: [BEHAVIOUR],
  capabilities: {
    card: cardCapabilities(),
    orders: orderCapabilities(),
    refunds: refundCapabilities(config.sandbox.refundDays),
    disputes: DISPUTE_CAPABILITIES,
  },
  connect,
  check: (access) => checkSandbox(createSandboxLedger(accessOf(access))),
};
