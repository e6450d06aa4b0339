import { logger } from '../../telemetry/logger.js';
import type { About } from '../about.js';
import { ConnectorError, NothingTaken } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { AsyncPaymentResult, OrderCapabilities, OrderQueries, WalletConnector } from '../orders.js';
import { tookNothing } from '../took-nothing.js';
import type { NagadAccess } from './access.js';
import { createClient, type Client } from './client.js';
import { createSteps, inPath } from './create.js';
import { orderIdOf } from './order-id.js';
import { readPayment, toResult } from './payment.js';

/** There is no call to close an order: its page can be paid at until Nagad itself ends it. */
export const ORDER_CAPABILITIES: OrderCapabilities = { asks: 'reference', closes: 'never', refuses: true };

/** Seconds that making an order may take, both steps together: a merchant waits for it. */
const CREATE_TAKES = 10;

/**
 * Nagad: money moves on its own page, in one step, and only asking tells. README.md beside this file tells why each step is
 * as it is.
 */
export function createNagadWallet(
  access: NagadAccess,
  client: Client = createClient(access),
  now = () => new Date(),
): OrderQueries & WalletConnector {
  const { begin, complete } = createSteps(access, client, now);

  /** @throws {ConnectorError} when nothing is decided, or the answer to the first step never came */
  async function ask(about: About): Promise<AsyncPaymentResult> {
    const { reference } = about;
    if (reference === undefined) throw new ConnectorError('The paymentReferenceId never came');
    const path = `/verify/payment/${inPath(reference)}`;
    const { body } = await client.call({ method: 'GET', path }, timeLimit(access.timeout));
    return toResult(readPayment(body, about, access.merchantId));
  }

  /** Whether a query says that it is about this payment. Anybody can write that. */
  const isAbout = ({ key, reference }: About, query: Readonly<Record<string, string>>): boolean =>
    query.order_id === orderIdOf(key) && query.payment_ref_id === reference && query.merchant === access.merchantId;

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: { firstAfter: 10, steps: [10, 15, 30, 60], jitter: 0.2 },

    /** Never repeated. Whatever goes wrong, nobody has seen a page where the order could be paid. */
    async createWallet(request, about) {
      if (request.wallet !== 'NAGAD') throw new NothingTaken('Nagad has no other wallet than its own');
      const limit = timeLimit(Math.min(CREATE_TAKES, access.timeout));
      try {
        return await complete(await begin(about.key, request.payer, limit), request, about, limit);
      } catch (error) {
        throw tookNothing(error);
      }
    },

    /** Moves nothing: the customer has, or has not. */
    executeWallet: ask,

    fetchOrder: ask,

    /** One that waits stays open: it can be paid at Nagad's page all the same. */
    async cancelOrder(about) {
      if (about.reference === undefined) return { outcome: 'cancelled' };
      const result = await ask(about);
      return result.outcome === 'waiting' ? { outcome: 'cancelled', open: true } : result;
    },

    /** Nobody has signed it, so it decides nothing: it says when to ask, and what it says is compared for whoever looks later. */
    async returned(about, query) {
      const result = await ask(about);
      const isContrary = query.status === undefined || (query.status === 'Success') !== (result.outcome === 'paid');
      if (isContrary || !isAbout(about, query))
        logger.info('wallet.return_differs', {
          trx: about.trx,
          account: access.account,
          isAboutIt: isAbout(about, query),
          saysPaid: query.status === 'Success',
          outcome: result.outcome,
        });
      return result;
    },
  };
}
