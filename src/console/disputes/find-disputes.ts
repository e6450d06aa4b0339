import type { DisputeState } from '../../connectors/disputes.js';
import type { Document } from '../../database/driver.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import type { Dispute } from '../../payments/dispute.js';
import { payments, type PaymentRecord } from '../../payments/payment.model.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';
import { oneOfManyIn } from '../api/one-of-many.js';

export interface DisputeQuery {
  trx?: string;
  merchant?: string;
  state?: DisputeState;
  cursor?: Place;
}

/** A dispute as it stands in a list by age: by its own id and time. */
interface Listed {
  _id: string;
  createdAt: Date;
  payment: PaymentRecord;
  dispute: Dispute;
}

/** One page of the disputes that all of a query's words fit, newest first, and where the next one begins. */
export function findDisputes({ trx, merchant, state, cursor }: DisputeQuery) {
  const ofPayment = {
    ...(trx !== undefined && { _id: trx }),
    ...(merchant !== undefined && { merchantId: merchant }),
  };
  const isTop = merchant === undefined && state === undefined && cursor === undefined;
  const list = trx === undefined ? newestFirst : newestOfFew;
  return list<Listed>((stretch, limit) => {
    const pipeline: Document[] = [
      { $match: { ...ofPayment, 'disputes.openedAt': oneOfManyIn(stretch, isTop) } },
      { $project: { payment: '$$ROOT', dispute: '$disputes' } },
      { $unwind: '$dispute' },
      { $project: { _id: '$dispute.id', createdAt: '$dispute.openedAt', payment: 1, dispute: 1 } },
      { $match: { ...stretch, ...(state !== undefined && { 'dispute.state': state }) } },
      { $sort: NEWEST },
      { $limit: limit },
    ];
    return payments.aggregate<Listed>(pipeline, READ_LIMIT).toArray();
  }, cursor);
}
