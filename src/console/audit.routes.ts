import { type Request, Router } from 'express';
import { methodNotAllowed, validationError } from '../errors.js';
import { type AuditRecord, findAudit } from './audit.js';
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

/** A query parameter given at most once; empty is absent. */
function parameter(req: Request, name: string): string | undefined {
  const value = req.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw validationError([{ field: name, code: 'invalid_type', message: `${name} must be given once` }]);
}

export const auditRoutes = Router();

auditRoutes
  .route('/audit')
  .all(requireRole('viewer'))
  .get(async (req, res) => {
    const { lines, nextCursor } = await findAudit({
      object: parameter(req, 'object'),
      operator: parameter(req, 'operator'),
      cursor: parameter(req, 'cursor'),
    });
    res.json({ data: lines.map(presentLine), next_cursor: nextCursor });
  })
  .all(() => {
    throw methodNotAllowed('GET');
  });
