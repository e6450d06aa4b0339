import type { Request } from 'express';

/** Whether a person looks at the answer in a browser; everybody else is answered in JSON. */
export const wantsPage = (req: Request): boolean =>
  !/^\/((queues\/)?api\/|openapi\.json)/.test(req.originalUrl) &&
  !req.get('authorization') &&
  req.accepts(['html', 'json']) === 'html';
