import { Router } from 'express';
import { evidenceKeys, KEYS_PATH } from './evidence.js';
import { takesOnly } from '../http/takes-only.js';

/** Public, since whoever is shown evidence must be able to verify it. */
export const evidenceKeysRoutes = Router();

evidenceKeysRoutes
  .route(KEYS_PATH)
  .get(async (_req, res) => void res.type('application/jwk-set+json').send(JSON.stringify(await evidenceKeys())))
  .all(takesOnly('GET'));
