import Joi from 'joi';
import { readBody } from './bad-request.js';

const schema = Joi.object<{ from: Date; to: Date; cursor: number }>({
  from: Joi.date().iso().required(),
  to: Joi.date().iso().greater(Joi.ref('from')).required(),
  cursor: Joi.number().integer().min(0).default(0),
});

/** The query of `GET /settled`. @throws {BadRequest} naming the fields that are wrong */
export const readStatementRequest = (query: unknown) => readBody(schema, query);
