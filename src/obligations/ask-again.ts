import { config } from '../../config/index.js';
import { byId } from '../database/conditional-update.js';
import type { AnyBulkWriteOperation, Filter } from '../database/driver.js';
import { READ_ALL } from '../database/read-limit.js';
import type { PaymentJobName } from '../jobs/catalogue.js';
import { gatewayAccounts } from '../gateways/account.model.js';
import { allAccounts } from '../gateways/accounts.js';
import { HORIZON_MS, type Obligation } from '../jobs/obligation.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { stateOf, STATUSES } from '../payments/states.js';
import { comparisons } from '../reconciliation/comparison.model.js';
import { logger } from '../telemetry/logger.js';
import { inSeconds } from '../time.js';

/** So many questions fall due together: ten a second, since a gateway takes no more than so many, and new payments want some. */
const TOGETHER = 50;
const APART = 5; // seconds

/** The jobs that ask what has become of a payment. What others wait for is a moment, which is not to come sooner. */
const ASKING: readonly (PaymentJobName | undefined)[] = [
  'status-inquiry',
  'upi-confirmation',
  'wallet-confirmation',
  'debit-confirmation',
];
const ASKED = STATUSES.filter((status) => ASKING.includes(stateOf(status).job));

type Waiting = Pick<PaymentRecord, '_id' | 'status' | 'next' | 'refunds' | 'disputeInquiry'>;
type Operation = AnyBulkWriteOperation<PaymentRecord>;

/** What may wait for long at an account. Indexes hold each of its three ways (ADR 12). */
const waitingAt = (account: string, far: Date): Filter<PaymentRecord> => ({
  account,
  $or: [
    { status: { $in: ASKED } },
    { 'refunds.next.at': { $exists: true, $gt: far } },
    { 'disputeInquiry.next.at': { $exists: true, $gt: far } },
  ],
});

const PROJECTION = { status: 1, next: 1, 'refunds.key': 1, 'refunds.version': 1, 'refunds.next': 1, disputeInquiry: 1 };

/** A moment that a payment waits for: its own, which has no condition, or that of a part as it was read. */
interface Wait {
  _id: string;
  of?: { filter: Filter<PaymentRecord>; field: string };
}

function waitsOf({ _id, status, next, refunds = [], disputeInquiry: inquiry }: Waiting, far: Date): Wait[] {
  const isFar = (each: Obligation | null | undefined): boolean => !!each && each.at > far;
  const ofRefund = (key: string, version: number): Wait => ({
    _id,
    of: { filter: { refunds: { $elemMatch: { key, version } } }, field: 'refunds.$.next.at' },
  });
  return [
    ...(ASKED.includes(status) && isFar(next) ? [{ _id }] : []),
    ...refunds.filter((refund) => isFar(refund.next)).map(({ key, version }) => ofRefund(key, version)),
    ...(inquiry && isFar(inquiry.next)
      ? [{ _id, of: { filter: { 'disputeInquiry.version': inquiry.version }, field: 'disputeInquiry.next.at' } }]
      : []),
  ];
}

/** Whoever changes a payment meanwhile is right: what it waits for then is left alone. */
function operationsFor(waits: Wait[], at: Date, far: Date): Operation[] {
  const own = waits.flatMap(({ _id, of }) => (of ? [] : [_id]));
  const filter = { _id: { $in: own }, status: { $in: ASKED }, 'next.at': { $gt: far } };
  return [
    { updateMany: { filter, update: { $set: { 'next.at': at } } } },
    ...waits.flatMap(({ _id, of }) =>
      of ? [{ updateOne: { filter: { _id, ...of.filter }, update: { $set: { [of.field]: at } } } }] : [],
    ),
  ];
}

/**
 * Has the gateway asked soon about everything that waits at an account, perhaps for hours, when it has credentials that may
 * be right at last; ten thousand questions take a quarter of an hour. The sweeper enqueues them.
 * @returns how many questions are asked sooner
 */
export async function askAgainAt(account: string): Promise<number> {
  const far = new Date(Date.now() + HORIZON_MS); // what is due before is in its queue, and soon enough
  const first = 2 * config.gatewayAccountsRefresh; // seconds until every process knows the account as it is now
  const found = payments.find<Waiting>(waitingAt(account, far), { ...READ_ALL, projection: PROJECTION });
  const waits = (await found.toArray()).sort(byId).flatMap((payment) => waitsOf(payment, far));
  for (let no = 0; no * TOGETHER < waits.length; no++) {
    const together = waits.slice(no * TOGETHER, (no + 1) * TOGETHER);
    await payments.bulkWrite(operationsFor(together, inSeconds(first + no * APART), far));
  }
  await comparisons.updateMany(
    { gateway: account, inquiryCount: { $gt: 0 }, 'next.at': { $exists: true, $gt: far } },
    { $set: { 'next.at': inSeconds(first) } },
  );
  return waits.length;
}

/** For so long the work is one process's; when that has died, or failed, another does what is left of it. */
const LEASE = 300; // seconds

/** @returns what has taken the work; null when another process was faster, or has done it */
async function take(_id: string): Promise<Date | null> {
  const until = inSeconds(LEASE);
  const filter = { _id, askAgainAt: { $lte: new Date() } };
  const { matchedCount } = await gatewayAccounts.updateOne(filter, { $set: { askAgainAt: until } });
  return matchedCount > 0 ? until : null;
}

/** Other processes find by the time of the change that it is done. Credentials that were replaced meanwhile are owed anew. */
const done = (_id: string, until: Date) =>
  gatewayAccounts.updateOne(
    { _id, askAgainAt: until },
    { $unset: { askAgainAt: true }, $set: { changedAt: new Date() } },
  );

async function askAgainOnce(account: string): Promise<void> {
  const until = await take(account);
  if (!until) return;
  const count = await askAgainAt(account);
  await done(account, until);
  if (count > 0) logger.info('account.asked_again', { account, count });
}

/** Does so for each account whose credentials were replaced: see alterAccount(). */
export async function askAgainWhereDue(): Promise<void> {
  const now = new Date();
  for (const { _id, askAgainAt: at } of allAccounts()) if (at && at <= now) await askAgainOnce(_id);
}
