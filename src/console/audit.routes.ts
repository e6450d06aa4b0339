import { Router } from 'express';
import Joi from 'joi';
import { methodNotAllowed } from '../errors.js';
import { text } from '../http/fields.js';
import { type AuditRecord, findAudit } from './audit.js';
import { listOf, readQuery } from './list-query.js';
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

/** The cursor is the id of the line that the page before ended with. */
const query: Joi.ObjectSchema<{ object?: string; operator?: string; cursor?: string }> = Joi.object({
  object: text(255),
  operator: text(255),
  cursor: Joi.string()
    .empty('')
    .pattern(/^aud_[\da-f]{24}$/),
});

export const auditRoutes = Router();

auditRoutes
  .route('/audit')
  .all(requireRole('viewer'))
  .get(async (req, res) => {
    const { lines, nextCursor } = await findAudit(readQuery(query, req.query));
    res.json(listOf(lines.map(presentLine), nextCursor));
  })
  .all(() => {
    throw methodNotAllowed('GET');
  });
