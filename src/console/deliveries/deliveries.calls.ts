import Joi from 'joi';
import { READ_LIMIT } from '../../database/read-limit.js';
import { oneOf, text } from '../../validation/fields.js';
import { validateForOperator } from '../../validation/validate.js';
import {
  deliveries,
  DELIVERY_STATUSES,
  ofPayment,
  type DeliveryRecord,
  type DeliveryStatus,
} from '../../ipn/delivery.model.js';
import { overdueAt } from '../../ipn/overdue.js';
import { presentDelivery } from '../../ipn/present-delivery.js';
import { recoverDeliveries, resendDelivery } from '../../ipn/resend.js';
import { findMerchant } from '../../merchants/manage-merchants.js';
import type { ConsoleCall, ConsoleRequest } from '../api/console-call.js';
import { cursor, listOf, moment, trx } from '../api/list-query.js';
import { NEWEST, newestFirst, newestOfFew, type Place } from '../api/newest-first.js';
import { record } from '../audit/record.js';

const query: Joi.ObjectSchema<{
  trx?: string;
  status?: DeliveryStatus;
  overdue?: string;
  merchant?: string;
  cursor?: Place;
}> = Joi.object({
  trx: trx(),
  status: oneOf(...DELIVERY_STATUSES),
  overdue: oneOf('true').description('Only those of paid payments that were not accepted for IPN_OVERDUE seconds'),
  merchant: text(255).description('mer_…'),
  cursor: cursor(),
});

const since: Joi.ObjectSchema<{ since: Date }> = Joi.object({ since: moment().required() });

/** The moment that a recovery begins with. @throws {ApiError} validation_error */
export const readSince = (given: unknown): Date => validateForOperator(since, given).since;

/** Notifications that fit the address, newest first. */
export async function listDeliveries(request: Pick<ConsoleRequest, 'query'>) {
  const { trx, status, overdue, merchant, cursor } = validateForOperator(query, request.query);
  // All statuses are named when none is asked for: the index begins with them.
  const filter = {
    ...(trx !== undefined && ofPayment(trx)),
    ...(merchant !== undefined && { merchantId: merchant }),
    status: { $in: status ? [status] : [...DELIVERY_STATUSES] },
  };
  const { page, nextCursor } = await (trx === undefined ? newestFirst : newestOfFew)<DeliveryRecord>(
    (stretch, limit) =>
      deliveries
        .find(
          { $and: [filter, stretch, overdue ? overdueAt(new Date()) : {}] },
          { ...READ_LIMIT, projection: { body: 0 } },
        )
        .sort(NEWEST)
        .limit(limit)
        .toArray(),
    cursor,
  );
  return listOf(page.map(presentDelivery), nextCursor);
}

/** Sends one again at once. @throws what resendDelivery() throws */
export async function resend({ id, operator }: Pick<ConsoleRequest, 'id' | 'operator'>) {
  const delivery = await resendDelivery(id);
  await record(operator, 'delivery.resent', id, { trx: delivery.trx, merchant: delivery.merchantId });
  return presentDelivery(delivery);
}

/** Sends again everything that a merchant has not accepted since a moment. @throws {ApiError} merchant_not_found */
export async function recover({ id, operator, body }: Pick<ConsoleRequest, 'id' | 'operator' | 'body'>) {
  const from = readSince(body);
  await findMerchant(id);
  const recovered = await recoverDeliveries(id, from);
  await record(operator, 'deliveries.recovered', id, { since: from.toISOString(), recovered });
  return { recovered };
}

export const deliveriesCalls: ConsoleCall[] = [
  {
    method: 'get',
    path: '/deliveries',
    role: 'viewer',
    about: 'Notifications with every attempt, newest first',
    query,
    gives: { listOf: 'Delivery' },
    answer: listDeliveries,
  },
  {
    method: 'post',
    path: '/deliveries/:id/resend',
    role: 'reviewer',
    about: 'Send a notification again at once, a delivered one too: the same bytes under the same event id',
    gives: 'Delivery',
    refusals: { 404: 'delivery_not_found', 409: 'endpoint_disabled' },
    answer: resend,
  },
  {
    method: 'post',
    path: '/merchants/:id/recover',
    role: 'reviewer',
    about: 'Send again everything that a merchant has not accepted since a moment; says how many notifications that is',
    body: since,
    gives: 'Recovered',
    refusals: { 404: 'merchant_not_found' },
    answer: recover,
  },
];
