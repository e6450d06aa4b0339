import { READ_LIMIT } from '../../database/read-limit.js';
import type { Document } from '../../database/driver.js';
import { payments } from '../../payments/payment.model.js';
import { publicRefundStatus, REFUND_STATUSES, type RefundPublicStatus } from '../../payments/refund-states.js';
import type { RefundOf } from '../../refunds/refund-job.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';
import { oneOfManyIn } from '../api/one-of-many.js';

export interface RefundQuery {
  trx?: string;
  merchant?: string;
  status?: RefundPublicStatus;
  cursor?: Place;
}

/** A refund as it stands in a list by age: by its own id and time. */
type Listed = RefundOf & { _id: string; createdAt: Date };

/** One page of the refunds that all of a query's words fit, newest first, and where the next one begins. */
export function findRefunds({ trx, merchant, status, cursor }: RefundQuery) {
  const ofPayment = {
    ...(trx !== undefined && { _id: trx }),
    ...(merchant !== undefined && { merchantId: merchant }),
  };
  const statuses = REFUND_STATUSES.filter((each) => (status ?? publicRefundStatus(each)) === publicRefundStatus(each));
  // Found by their status, since looking for them among all by age reads those as well.
  const isRare = status === 'pending' || status === 'failed';
  const isTop = merchant === undefined && status === undefined && cursor === undefined;
  const list = trx === undefined && !isRare ? newestFirst : newestOfFew;
  return list<Listed>((stretch, limit) => {
    const pipeline: Document[] = [
      {
        $match: {
          ...ofPayment,
          ...(isRare
            ? { 'refunds.status': { $exists: true, $in: statuses } } // ADR 12
            : { 'refunds.createdAt': oneOfManyIn(stretch, isTop) }),
        },
      },
      { $project: { payment: '$$ROOT', refund: '$refunds' } },
      { $unwind: '$refund' },
      { $project: { _id: '$refund.id', createdAt: '$refund.createdAt', payment: 1, refund: 1 } },
      { $match: { ...stretch, ...(status !== undefined && { 'refund.status': { $in: statuses } }) } },
      { $sort: NEWEST },
      { $limit: limit },
    ];
    return payments.aggregate<Listed>(pipeline, READ_LIMIT).toArray();
  }, cursor);
}
