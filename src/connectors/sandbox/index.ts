import { config } from '../../../config/index.js';
import { ConnectorError, type CardAuthorization, type CardConnector, type CardResult } from '../connector.js';
import { createClient, saysCode, type SandboxAccess } from './client.js';
import { toCardResult } from './map.js';

const toBody = ({ reference, amount, currency, card, threeDs, returnUrl }: CardAuthorization) => ({
  reference,
  amount,
  currency,
  card: {
    number: card.number,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
    cvv: card.cvv,
    holder: card.holder,
  },
  three_ds: threeDs,
  return_url: returnUrl,
});

/** The sandbox gateway for cards; README.md beside it describes the protocol. */
export function createSandboxConnector(access: SandboxAccess): CardConnector {
  const client = createClient(access);

  async function call(what: Parameters<typeof client>[0]): Promise<CardResult> {
    const { status, body } = await client(what);
    if (status === 200) return toCardResult(body);
    if (saysCode('charge_unknown', body)) return { outcome: 'not_charged' };
    throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
  }

  const pathOf = (key: string) => `/charges/${encodeURIComponent(key)}`;

  return {
    name: 'sandbox',
    threeDs: true,
    authorizeCard: (authorization, key, trace) =>
      call({
        method: 'POST',
        path: '/charges',
        headers: { 'idempotency-key': key },
        body: toBody(authorization),
        trace,
      }),
    fetchCard: (key, trace) => call({ method: 'GET', path: pathOf(key), trace }),
    closeCard: (key, trace) => call({ method: 'POST', path: `${pathOf(key)}/close`, trace }),
  };
}

export const sandbox = createSandboxConnector({ ...config.sandbox, timeout: config.gatewayTimeout });
