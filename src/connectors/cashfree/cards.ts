import { config } from '../../../config/index.js';
import type { About } from '../about.js';
import type { CardAuthorization, CardCapabilities, CardConnector, CardResult } from '../card.js';
import { ConnectorError, NotDecided } from '../connector.js';
import { timeLimit } from '../http/send.js';
import { pagesOf, type CashfreeAccess } from './access.js';
import { faultOf, methodOf } from './card-fields.js';
import { createClient } from './client.js';
import type { Failure } from './failure.js';
import { toCardResult } from './map-card.js';
import type { Order } from './order.js';
import type { Terms } from './order-fields.js';
import { createOrders } from './orders.js';
import { challengeOf } from './page.js';
import { asRepetition } from '../repetition.js';
import { beginSession } from './sessions.js';

/** Every card has a challenge, whose page is given once; an order that a bank is at is closed when that has ended. */
export const CARD_CAPABILITIES: CardCapabilities = {
  threeDsOff: false,
  tellsCancelled: true,
  asks: 'key',
  closes: 'later',
  pageOnce: true,
};

/** Seconds for which the order outlives the customer's time: whoever ends that closes it. */
const LONGER = 300;

const termsOf = ({ payer, card, returnUrl }: CardAuthorization): Terms => ({
  customer: { id: payer.id, email: payer.email, name: card.holder },
  expiresAt: new Date(Date.now() + (config.threeDs.expiry + LONGER) * 1000),
  returnUrl,
});

/** Cards by Cashfree: an order, and a session that gives the page of a challenge. README.md beside it tells why. */
export function createCashfreeCards(access: CashfreeAccess): CardConnector {
  const client = createClient(access);
  const orders = createOrders(client);

  /** What it means that Cashfree refuses a card: it is none, something has come of the order, or no card may be sent. */
  async function afterRefusal(failure: Failure, order: Order, about: About, limit: AbortSignal): Promise<CardResult> {
    const reason = faultOf(failure);
    if (reason) return { outcome: 'declined', reason, gatewayCode: failure.code };
    const standing = await asRepetition(orders.standing(about, limit));
    const isBare = !standing || (standing.is === 'untouched' && standing.open);
    if (!isBare) return toCardResult(standing, about);
    throw client.misconfigured(
      `it takes no card for ${order.order_id}: HTTP ${failure.status} ${failure.code}; card numbers must be allowed, see docs/gateways/cashfree.md`,
    );
  }

  async function charge({ card }: CardAuthorization, order: Order, about: About, limit: AbortSignal) {
    const { session, failure } = await beginSession(client, order, methodOf(card), about, limit);
    return session ? challengeOf(session, pagesOf(access)) : afterRefusal(failure, order, about, limit);
  }

  /** The key was used before: what it has come to, unless nobody has tried to pay yet. */
  async function chargeAgain(request: CardAuthorization, order: Order, about: About, limit: AbortSignal) {
    const standing = await orders.standingNow(order, about, limit);
    const isOpen = standing.is === 'untouched' && order.order_status === 'ACTIVE';
    return isOpen ? charge(request, order, about, limit) : toCardResult(standing, about);
  }

  return {
    capabilities: CARD_CAPABILITIES,

    async authorizeCard(request, about) {
      const limit = timeLimit(access.timeout);
      const { order, isNew, failure } = await orders.open(about, termsOf(request), limit);
      if (failure) return { outcome: 'declined', reason: 'gateway_error', gatewayCode: failure.code };
      return isNew ? charge(request, order, about, limit) : asRepetition(chargeAgain(request, order, about, limit));
    },

    async fetchCard(about) {
      const standing = await orders.standing(about, timeLimit(access.timeout));
      if (!standing && about.reference !== undefined)
        throw new NotDecided(`Cashfree does not show the order of ${about.key}, whose page it has given`);
      return standing ? toCardResult(standing, about) : { outcome: 'not_charged' };
    },

    async voidCard(about) {
      const standing = await orders.close(about, timeLimit(access.timeout));
      if (!standing) return { outcome: 'not_charged' };
      if ('open' in standing && standing.open) throw new ConnectorError('Cashfree has not closed an order');
      return toCardResult(standing, about);
    },
  };
}
