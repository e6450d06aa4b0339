import type { Tollgate } from '../../test/support/tollgate.js';

/** What is due is not done in no time. */
const GRACE_MS = 10_000;

/** What has something to wait for. */
export interface Waiting {
  _id: string;
  status: string;
  next?: { job: string; at: Date } | null;
  unpublished?: boolean;
}

/**
 * What is long due, pending without a person to look at it, or not told yet.
 * @param forPersons what only a person can end, by trx
 */
export async function overdue({ database }: Tollgate, forPersons: readonly string[] = []): Promise<string[]> {
  const undone: string[] = [];
  const due = { 'next.at': { $exists: true, $lte: new Date(Date.now() - GRACE_MS) } };
  const pending = {
    status: { $nin: ['succeeded', 'failed', 'cancelled', 'abandoned'] },
    'review.kind': { $exists: false },
  };
  const goingBack = {
    $or: [{ 'refunds.next.at': { $exists: true } }, { 'disputeInquiry.next.at': { $exists: true } }],
  };
  for (const [name, query] of [
    ['payments', { $or: [due, pending, { unpublished: true }, goingBack] }],
    ['ipn_deliveries', { $or: [due, { status: { $ne: 'delivered' } }] }],
  ] as const)
    for await (const { _id, status, next } of database.collection<Waiting>(name).find(query as object))
      if (!forPersons.includes(_id))
        undone.push(
          `${name} ${_id} is ${status} and waits for ${next ? `${next.job} ${next.at.toISOString()}` : 'nobody'}`,
        );
  return undone;
}

/** Payments that may still be paid late. */
export const stillAskedFor = ({ database }: Tollgate): Promise<number> =>
  database.collection('payments').countDocuments({ 'next.job': 'late-confirmation' });
