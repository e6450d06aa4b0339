import { Router } from 'express';
import { methodNotAllowed } from '../errors.js';
import { jsonBody } from '../http/json-body.js';
import { audit } from './audit.js';
import { operatorOf } from './caller.js';
import { createOperator, listOperators } from './operators.js';
import { presentOperator } from './present-operator.js';
import { requireRole } from './require-role.js';

export const operatorsRoutes = Router();

operatorsRoutes
  .route('/operators')
  .all(requireRole('admin'))
  .get(async (_req, res) => {
    const operators = await listOperators();
    res.json({ data: operators.map(presentOperator), next_cursor: null });
  })
  .post(jsonBody('100kb'), async (req, res) => {
    const created = await createOperator(req.body);
    const { id, email, role } = created;
    await audit(operatorOf(req), 'operator.created', id, { email, role });
    res.status(201).json(created);
  })
  .all(() => {
    throw methodNotAllowed('GET, POST');
  });
