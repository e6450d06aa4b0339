import type { About } from '../about.js';
import { ConnectorError, RequestRefused } from '../connector.js';
import { timeLimit } from '../http/send.js';
import {
  isLeftOpen,
  type AsyncPaymentResult,
  type OrderCapabilities,
  type OrderQueries,
  type UpiConnector,
  type UpiPayee,
  type UpiRequest,
} from '../orders.js';
import { payeeOfLinks } from '../upi-links.js';
import { simulatorsOf, type CashfreeAccess } from './access.js';
import { createClient } from './client.js';
import { toOrderResult } from './map-order.js';
import type { Terms } from './order-fields.js';
import type { Order } from './order.js';
import { createOrders } from './orders.js';
import { asRepetition } from '../repetition.js';
import { beginSession } from './sessions.js';
import { linksIn } from './links.js';

export const ORDER_CAPABILITIES: OrderCapabilities = { asks: 'key', closes: 'now', refuses: true };

/** Of a number in India, which the document's ten digits mean; of any other, none. */
const phoneOf = (mobile: string): { phone?: string } => {
  const [, phone] = /^\+91(\d{10})$/.exec(mobile) ?? [];
  return phone === undefined ? {} : { phone };
};

const termsOf = ({ payer, mobile, expiresAt, callbackUrl }: UpiRequest): Terms => ({
  customer: { id: payer.id, email: payer.email, ...phoneOf(mobile) },
  expiresAt,
  notifyUrl: callbackUrl,
});

/** UPI by Cashfree: an order, and a session that gives links to pay it with. README.md beside it tells why. */
export function createCashfreeUpi(access: CashfreeAccess): OrderQueries & UpiConnector {
  const client = createClient(access);
  const orders = createOrders(client);

  /** What a customer pays an order with. */
  async function linksTo(order: Order, about: About, limit: AbortSignal): Promise<UpiPayee> {
    if (order.order_status !== 'ACTIVE') throw new ConnectorError(`Cashfree's order is ${order.order_status} already`);
    const { session, failure } = await beginSession(client, order, { upi: { channel: 'link' } }, about, limit);
    if (failure)
      throw new RequestRefused(`Cashfree answered with HTTP ${failure.status} ${failure.code} about a session`);
    return payeeOfLinks(String(session.cf_payment_id), linksIn(session.data), about, simulatorsOf(access));
  }

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: { firstAfter: 5, steps: [10, 15, 30, 60], jitter: 0.2 },

    async createUpi(request, about) {
      const limit = timeLimit(access.timeout);
      const { order, isNew, failure } = await orders.open(about, termsOf(request), limit);
      if (failure)
        throw new RequestRefused(`Cashfree takes no order like this: HTTP ${failure.status} ${failure.code}`);
      return isNew ? linksTo(order, about, limit) : asRepetition(linksTo(order, about, limit));
    },

    /** One that it has never heard of may still come. */
    async fetchOrder(about) {
      const standing = await orders.standing(about, timeLimit(access.timeout));
      if (!standing) throw new ConnectorError('Cashfree has never heard of this order');
      return toOrderResult(standing);
    },

    async cancelOrder(about): Promise<AsyncPaymentResult> {
      const standing = await orders.close(about, timeLimit(access.timeout));
      if (!standing) return { outcome: 'cancelled' };
      const result = toOrderResult(standing);
      if (isLeftOpen(result)) throw new ConnectorError('Cashfree has not closed an order');
      return result;
    },
  };
}
