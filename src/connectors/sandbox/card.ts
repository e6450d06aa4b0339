import type { About } from '../about.js';
import type { CardAuthorization, CardCapabilities, CardConnector, CardResult } from '../card.js';
import { createClient, type Call, type SandboxAccess } from './client.js';
import { toCardResult } from './map-charge.js';

const toBody = ({ card, threeDs, returnUrl }: CardAuthorization, { trx, amount, currency }: About) => ({
  reference: trx,
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

export const CARD_CAPABILITIES: CardCapabilities = {
  threeDsOff: true,
  tellsCancelled: true,
  asks: 'key',
  closes: 'now',
};

/** The sandbox gateway for cards; README.md beside it describes the protocol. */
export function createSandboxConnector(access: SandboxAccess): CardConnector {
  const client = createClient(access);

  async function call(what: Call): Promise<CardResult> {
    const body = await client(what, 'charge_unknown');
    return body === undefined ? { outcome: 'not_charged' } : toCardResult(body);
  }

  const pathOf = (key: string) => `/charges/${encodeURIComponent(key)}`;

  return {
    capabilities: CARD_CAPABILITIES,
    authorizeCard: (authorization, about) =>
      call({
        method: 'POST',
        path: '/charges',
        headers: { 'idempotency-key': about.key },
        body: toBody(authorization, about),
        trace: about.trace,
      }),
    fetchCard: ({ key, trace }) => call({ method: 'GET', path: pathOf(key), trace }),
    voidCard: ({ key, trace }) => call({ method: 'POST', path: `${pathOf(key)}/close`, trace }),
  };
}
