import { Router } from 'express';
import { methodNotAllowed } from '../errors.js';
import { openApi } from './openapi.js';

export const referenceRoutes = Router();

referenceRoutes
  .route('/openapi.json')
  .get((_req, res) => {
    res.json(openApi());
  })
  .all(() => {
    throw methodNotAllowed('GET, HEAD');
  });
