import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';

/** Gives every answer an id of its own, which the log and the error body repeat. */
export const requestId: RequestHandler = (_req, res, next) => {
  const id = `req_${randomUUID().replaceAll('-', '')}`;
  res.locals.requestId = id;
  res.set('X-Request-Id', id);
  next();
};
