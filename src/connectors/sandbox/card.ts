import type { About } from '../about.js';
import type { CardAuthorization, CardCapabilities, CardConnector, CardResult } from '../card.js';
import { createClient, type Call, type SandboxAccess } from './client.js';
import { NotDecided } from '../connector.js';
import type { Behaviour } from './behaviour.js';
import { createNames } from './names.js';
import { toCardResult } from './map-charge.js';

const toBody = (
  { card, threeDs, returnUrl }: CardAuthorization,
  { trx, amount, currency }: About,
  callbackUrl: string | undefined,
) => ({
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
  callback_url: callbackUrl, // undefined: left out of JSON
});

export const cardCapabilities = (behaviours?: ReadonlySet<Behaviour>): CardCapabilities => ({
  threeDsOff: true,
  tellsCancelled: true,
  asks: behaviours?.has('told') ? 'told' : behaviours?.has('by-reference') ? 'reference' : 'key',
  closes: behaviours?.has('told') || behaviours?.has('closes-later') ? 'later' : 'now',
});

/** The sandbox gateway for cards; README.md beside it describes the protocol. */
export function createSandboxConnector(access: SandboxAccess): CardConnector {
  const client = createClient(access);
  const { behaviours, callbackUrl } = access;
  const capabilities = cardCapabilities(behaviours);

  async function call(what: Call): Promise<CardResult> {
    const body = await client(what, 'charge_unknown');
    return body === undefined ? { outcome: 'not_charged' } : toCardResult(body);
  }

  const nameOf = createNames(client, access);
  const at = async (about: About, way = '') => `/charges/${await nameOf(about)}${way}`;

  const closeBody = ({ trx }: About) => ({ reference: trx, callback_url: callbackUrl });

  return {
    capabilities,
    authorizeCard: (authorization, about) =>
      call({
        method: 'POST',
        path: '/charges',
        headers: { 'idempotency-key': about.key },
        body: toBody(authorization, about, callbackUrl),
        trace: about.trace,
      }),
    async fetchCard(about) {
      if (capabilities.asks === 'told') throw new NotDecided('This account of the sandbox tells, and cannot be asked');
      return call({ method: 'GET', path: await at(about), trace: about.trace });
    },
    voidCard: async (about) =>
      call({ method: 'POST', path: await at(about, '/close'), body: closeBody(about), trace: about.trace }),
    ...(capabilities.asks === 'told' && {
      returned: async (about: About, { proof = '' }: Readonly<Record<string, string>>) =>
        call({ method: 'POST', path: await at(about, '/finish'), body: { proof }, trace: about.trace }),
    }),
  };
}
