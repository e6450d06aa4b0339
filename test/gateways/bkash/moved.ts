import type { Moved } from '../played.js';
import { paisaIn, type World } from './world.js';

/** Our trx, of a key, which is `<trx>-<no>`. */
const trxOf = (key: string): string => key.replace(/-\d+$/, '');

/** What has moved: payments that were executed, and refunds, whose `sku` is our key. */
export function movedAt({ payments }: World): Moved {
  const executed = [...payments.values()].filter(({ trxID }) => trxID !== undefined);
  return {
    charges: executed.map(({ merchantInvoiceNumber: key, amount, currency }) => ({
      ...{ reference: trxOf(key), key, amount, currency },
    })),
    moneyBack: executed.flatMap(({ merchantInvoiceNumber: key, currency, refunds }) =>
      refunds.map(({ sku, refundAmount }) => ({
        ...{ reference: trxOf(key), key: sku, currency },
        amount: paisaIn(refundAmount),
        by: 'refund' as const,
      })),
    ),
  };
}
