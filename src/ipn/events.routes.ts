import { Router } from 'express';
import Joi from 'joi';
import { apiRoute, type ApiRequest } from '../api/api-route.js';
import { contextFor, validate } from '../validation/validate.js';
import { findEvents } from './find-events.js';

const MOST = 100;

export const eventsQuerySchema: Joi.ObjectSchema<{ after: number; limit: number }> = Joi.object({
  after: Joi.number().integer().min(0).default(0).description('The last sequence number that you have.'),
  limit: Joi.number().integer().min(1).max(MOST).default(MOST).description('The most events to give at once.'),
});

/**
 * POST /h2h/events: a merchant's events after a sequence number, for as long as events are kept (IPN_EVENT_RETENTION).
 * Whoever has seen 41 and then 43 fetches 42. `last` is the number to go on from.
 */
async function events({ merchant, body }: ApiRequest): Promise<object> {
  const { after, limit } = validate(eventsQuerySchema, body, contextFor(merchant));
  const served = await findEvents({ merchantId: merchant._id, mode: merchant.mode }, after, limit);
  return {
    status: 'success',
    events: served.map(({ body, eventId }) => ({ ...(JSON.parse(body) as object), 'webhook-id': eventId })), // written by outbox.ts
    last: served.at(-1)?.sequence ?? after,
  };
}

export const eventsRoutes = Router().use(
  apiRoute({ path: '/h2h/events', bucket: 'status', writes: false, answer: events }),
);
