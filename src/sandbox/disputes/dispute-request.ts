import Joi from 'joi';
import { readBody } from '../bad-request.js';

const list = Joi.object<{ charge?: string; from?: Date; to?: Date; cursor: number }>({
  charge: Joi.string().max(255),
  from: Joi.date().iso(),
  to: Joi.date().iso().greater(Joi.ref('from')),
  cursor: Joi.number().integer().min(0).default(0),
})
  .xor('charge', 'from')
  .and('from', 'to');

const closing = Joi.object<{ outcome: 'won' | 'lost' }>({ outcome: Joi.string().valid('won', 'lost').required() });

/** The query of `GET /disputes`. @throws {BadRequest} naming the fields that are wrong */
export const readDisputeQuery = (query: unknown) => readBody(list, query);

/** The body of `POST /disputes/{id}/close`. @throws {BadRequest} naming the fields that are wrong */
export const readClosing = (body: unknown) => readBody(closing, body);
