import { NotDecided, RequestRefused } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { DebitConnector, OrderCapabilities, OrderQueries, Pace } from '../orders.js';
import type { AdyenAccess } from './access.js';
import { createCancels, notKnownYet } from './cancels.js';
import { createClient } from './client.js';
import { toDebitOrder } from './map-payment.js';
import { readPayment } from './payment-answer.js';
import { debitPayment } from './payment-request.js';
import { referenceOf } from './references.js';

export const ORDER_CAPABILITIES: OrderCapabilities = {
  asks: 'told',
  closes: 'later',
  refuses: true,
  closingUndoes: true,
};

/** Of looking at what was told: Adyen itself is not asked. */
const PACE: Pace = { firstAfter: 1, steps: [10, 20, 60, 600, 3600, 21_600], jitter: 0.2 };

/** SEPA direct debits by Adyen, which only tells how they end. README.md beside it says what is done when. */
export function createAdyenDebits(access: AdyenAccess): OrderQueries & DebitConnector {
  const client = createClient(access);
  const cancels = createCancels(client, access);

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: PACE,
    debitPace: PACE,

    /** @throws {RequestRefused} when Adyen has not taken the request up */
    async createDebit(request, about) {
      const call = { path: '/payments', body: debitPayment(access, request, about), key: referenceOf(about.key) };
      const { body, failure } = await client.call(call, timeLimit(access.timeout));
      if (!failure) return toDebitOrder(readPayment(body), about);
      const code = failure.errorCode || `http_${failure.status}`;
      throw new RequestRefused(`Adyen takes no debit like this: ${code}`);
    },

    fetchOrder: () => Promise.reject(new NotDecided('Adyen tells, and cannot be asked')),

    /** What became of it Adyen tells later. A debit that the banks have cannot be called back. */
    async cancelOrder(about) {
      throw notKnownYet(await cancels.ask(about, timeLimit(access.timeout)));
    },
  };
}
