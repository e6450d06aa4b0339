import Joi from 'joi';
import { oneOf, text } from '../../validation/fields.js';
import { note } from '../../validation/note.js';
import { validateForOperator } from '../../validation/validate.js';
import {
  DISCREPANCY_STATES,
  discrepancies,
  DISCREPANCY_KINDS,
  type DiscrepancyKind,
  type DiscrepancyRecord,
  type DiscrepancyState,
} from '../../reconciliation/discrepancy.model.js';
import type { Refund } from '../../payments/refund.js';
import { inUtc } from '../../time.js';
import { presentDiscrepancy } from '../../reconciliation/present-discrepancy.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { differenceNotFound, differenceResolved } from '../errors.js';
import { cursor, day, listOf } from '../api/list-query.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';
import { record } from '../audit/record.js';
import type { OperatorRecord } from '../operators/operator.model.js';
import { takeOverFrom } from './take-over.js';

const query: Joi.ObjectSchema<{
  day?: string;
  account?: string;
  gateway?: string;
  kind?: DiscrepancyKind;
  state?: DiscrepancyState;
  cursor?: Place;
}> = Joi.object({
  day: day().description('The day that was compared, UTC'),
  account: text(255).description(
    'The gateway account of our payment; a movement that belongs to no payment of ours has none',
  ),
  gateway: text(255),
  kind: oneOf(...DISCREPANCY_KINDS),
  state: oneOf(...DISCREPANCY_STATES),
  cursor: cursor(),
});

const resolution: Joi.ObjectSchema<{ note: string }> = Joi.object({
  note: note(1000).required().description('What it was, and what was done about it'),
});

/** Where gateways and we do not agree, newest first. */
export async function listDifferences(request: Pick<ConsoleRequest, 'query'>) {
  const { day, account, gateway, kind, state, cursor } = validateForOperator(query, request.query);
  // Both states are named when none is asked for: the index begins with them.
  const filter = {
    ...(day !== undefined && { day }),
    ...(account !== undefined && { account }),
    ...(gateway !== undefined && { gateway }),
    ...(kind !== undefined && { kind }),
    state: { $in: state ? [state] : [...DISCREPANCY_STATES] },
  };
  const { page, nextCursor } = await (day === undefined ? newestFirst : newestOfFew)<DiscrepancyRecord>(
    (stretch, limit) =>
      discrepancies
        .find({ $and: [filter, stretch] })
        .sort(NEWEST)
        .limit(limit)
        .exec(),
    cursor,
  );
  return listOf(page.map(presentDiscrepancy), nextCursor);
}

/** @throws {ApiError} difference_not_found */
export async function showDifference({ id }: Pick<ConsoleRequest, 'id'>) {
  const difference = await discrepancies.findOne({ _id: id });
  if (!difference) throw differenceNotFound();
  return presentDiscrepancy(difference);
}

/** @returns null when there is none that is open */
const close = (id: string, operator: OperatorRecord, note: string): PromiseLike<DiscrepancyRecord | null> =>
  discrepancies.findOneAndUpdate(
    { _id: id, state: 'open' },
    { $set: { state: 'resolved', note, resolvedAt: new Date(), resolvedBy: operator.email } },
    { returnDocument: 'after' },
  );

/** Closes one with what was done about it. @throws {ApiError} difference_not_found, difference_resolved */
export async function resolveDifference({ id, operator, body }: Pick<ConsoleRequest, 'id' | 'operator' | 'body'>) {
  const { note } = validateForOperator(resolution, body);
  const difference = await close(id, operator, note);
  if (!difference) throw await refusalOf(id);
  await record(operator, 'difference.resolved', id, { trx: difference.trx, kind: difference.kind, note });
  return presentDiscrepancy(difference);
}

/**
 * Closes a difference with the refund that its payment has now. Where somebody has closed it meanwhile with other words,
 * those stay, and that it was taken over is told all the same: the merchant has heard of the refund.
 * @throws {ApiError} difference_resolved when it was taken over at the same moment
 */
async function closeWith({ id: refund }: Refund, id: string, operator: OperatorRecord): Promise<DiscrepancyRecord> {
  const note = `Taken over as the refund ${refund}`;
  const closed = await close(id, operator, note);
  if (closed) return closed;
  const other = await discrepancies.findOne({ _id: id });
  if (!other || other.note === note) throw await refusalOf(id);
  return other;
}

/**
 * Takes the refund over that was made at the gateway, and closes the difference with that. The refund comes first: whoever
 * is interrupted finds the difference open, and the same refund is taken over once.
 * @throws {ApiError} difference_not_found, difference_resolved, difference_not_taken_over, payment_not_refundable,
 * validation_error
 */
export async function takeOverDifference({ id, operator }: Pick<ConsoleRequest, 'id' | 'operator'>) {
  const known = await discrepancies.findOne({ _id: id });
  if (known?.state !== 'open') throw await refusalOf(id);
  const { refund } = await takeOverFrom(known, operator);
  const difference = await closeWith(refund, id, operator);
  const { trx, kind } = difference;
  const { id: refund_id, amount, currency } = refund;
  await record(operator, 'difference.taken_over', id, { trx, kind, refund_id, amount, currency });
  return presentDiscrepancy(difference);
}

async function refusalOf(id: string) {
  const known = await discrepancies.findOne({ _id: id });
  if (!known) return differenceNotFound();
  return differenceResolved(known.resolvedBy ?? '', known.resolvedAt ? inUtc(known.resolvedAt) : '');
}

export const differencesCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/differences',
    role: 'viewer',
    about: "Where gateways' books and ours do not agree, newest first",
    query,
    gives: { listOf: 'Difference' },
    answer: listDifferences,
  },
  {
    method: 'get',
    path: '/differences/:id',
    role: 'viewer',
    about: 'One difference',
    gives: 'Difference',
    refusals: { 404: 'difference_not_found' },
    answer: showDifference,
  },
  {
    method: 'post',
    path: '/differences/:id/resolve',
    role: 'reviewer',
    about: 'Close a difference with what was done about it',
    body: resolution,
    gives: 'Difference',
    refusals: { 404: 'difference_not_found', 409: 'difference_resolved' },
    answer: resolveDifference,
  },
  {
    method: 'post',
    path: '/differences/:id/take-over',
    role: 'reviewer',
    about: 'Take a refund over that was made at the gateway: it counts from now on, and the merchant is told',
    gives: 'Difference',
    refusals: {
      400: 'validation_error',
      404: 'difference_not_found',
      409: 'difference_resolved, difference_not_taken_over, or payment_not_refundable',
    },
    answer: takeOverDifference,
  },
];
