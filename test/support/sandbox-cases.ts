import type { Behaviour } from '../../src/connectors/sandbox/behaviour.js';
import { createSandboxConnector } from '../../src/connectors/sandbox/card.js';
import type { ConnectorCases } from '../contract/connector.contract.js';
import { addressOf, cancel, enterCode, enterWrongCodes } from './bank-customer.js';
import { SANDBOX_API_KEY, type SandboxProcess } from './sandbox.js';

/** What the contract suite for cards needs to know of the sandbox. */
export const sandboxCardCases = (
  sandbox: () => SandboxProcess,
  more: { behaviours?: ReadonlySet<Behaviour>; callbackUrl?: () => string } = {},
): ConnectorCases => ({
  connect: ({ apiUrl = sandbox().apiUrl, timeout = 5 } = {}) =>
    createSandboxConnector({
      apiUrl,
      apiKey: SANDBOX_API_KEY,
      timeout,
      ...(more.behaviours && { behaviours: more.behaviours }),
      ...(more.callbackUrl && { callbackUrl: more.callbackUrl() }),
    }),
  cards: {
    approved: '4242424242424242',
    challenged: '4000000000003220',
    challengedThenDeclined: '4000008400001629',
    declined: [
      { number: '4000000000000002', reason: 'do_not_honor', gatewayCode: 'do_not_honor' },
      { number: '4000000000009995', reason: 'insufficient_funds', gatewayCode: 'insufficient_funds' },
      { number: '4000000000009987', reason: 'do_not_honor', gatewayCode: 'lost_card' },
      { number: '4000000000000069', reason: 'expired_card', gatewayCode: 'expired_card' },
      { number: '4000000000000127', reason: 'incorrect_cvv', gatewayCode: 'incorrect_cvv' },
      { number: '4000000000000119', reason: 'gateway_error', gatewayCode: 'processing_error' },
    ],
    hangsCharged: '4000000000000770',
    hangsDeclined: '4000000000000887',
  },
  customer: {
    passes: async (page) => enterCode(await addressOf(page)),
    failsThreeTimes: async (page) => enterWrongCodes(await addressOf(page)),
    cancels: async (page) => cancel(await addressOf(page)),
  },
  timesCharged: async (reference) =>
    (await sandbox().ledger(reference)).filter(({ result }) => result === 'charged').length,
});
