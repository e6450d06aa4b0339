import { keyOfRefund } from '../../../src/connectors/cashfree/names.js';
import type { Moved } from '../played.js';
import type { World } from './world.js';

const paise = (rupees: number): number => Math.round(rupees * 100);

/** What has moved: attempts that banks have paid, and refunds. */
export function movedAt({ orders, attempts, refunds }: World): Moved {
  const trxOf = (order: string): string => orders.get(order)?.order_tags.trx ?? '';
  const paid = [...attempts.values()].filter(({ payment_status }) => payment_status === 'SUCCESS');
  const gone = [...refunds.values()].filter(({ refund_status }) => refund_status === 'SUCCESS');
  return {
    charges: paid.map(({ order_id: key, payment_amount, payment_currency: currency }) => ({
      ...{ reference: trxOf(key), key, currency },
      amount: paise(payment_amount),
    })),
    moneyBack: gone.map(({ order_id, refund_id, refund_amount, refund_currency: currency }) => ({
      ...{ reference: trxOf(order_id), key: keyOfRefund(refund_id), currency },
      amount: paise(refund_amount),
      by: 'refund',
    })),
  };
}
