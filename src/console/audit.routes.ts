import { type Request, Router } from 'express';
import { methodNotAllowed, validationError } from '../errors.js';
import { type AuditRecord, findAudit } from './audit.js';
import { parameter } from './query.js';
import { requireRole } from './require-role.js';

const presentLine = ({ _id, at, operatorId, email, action, object, details }: AuditRecord) => ({
  id: _id,
  at: at.toISOString(),
  operator_id: operatorId,
  email,
  action,
  object,
  details,
});

/** The id of the line that the page before ended with. */
function cursorOf(req: Request): string | undefined {
  const cursor = parameter(req, 'cursor');
  if (cursor === undefined || /^aud_[\da-f]{24}$/.test(cursor)) return cursor;
  throw validationError([{ field: 'cursor', code: 'invalid_format', message: 'cursor is not valid' }]);
}

export const auditRoutes = Router();

auditRoutes
  .route('/audit')
  .all(requireRole('viewer'))
  .get(async (req, res) => {
    const { lines, nextCursor } = await findAudit({
      object: parameter(req, 'object'),
      operator: parameter(req, 'operator'),
      cursor: cursorOf(req),
    });
    res.json({ data: lines.map(presentLine), next_cursor: nextCursor });
  })
  .all(() => {
    throw methodNotAllowed('GET');
  });
