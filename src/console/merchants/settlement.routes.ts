import { pipeline } from 'node:stream/promises';
import { type Request, Router } from 'express';
import Joi from 'joi';
import { findMerchant } from '../../merchants/manage-merchants.js';
import { requireWindow } from '../../settlement/require-window.js';
import { settlementCsv } from '../../settlement/settlement-csv.js';
import { day } from '../api/list-query.js';
import { requireRole } from '../session/require-role.js';
import { takesOnly } from '../../http/takes-only.js';
import { validateForOperator } from '../../validation/validate.js';

export const settlementQuery: Joi.ObjectSchema<{ from: string; to: string }> = Joi.object({
  from: day().required().description('The first day, UTC'),
  to: day().required().description('The last day, UTC, included; at most 366 days'),
});

/** Whether whoever was reading has gone, which is no fault of anybody's. */
const hasLeft = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

export const settlementRoutes = Router();

settlementRoutes
  .route('/merchants/:id/settlement')
  .all(requireRole('viewer'))
  .get(async (req: Request<{ id: string }>, res) => {
    const { from, to } = validateForOperator(settlementQuery, req.query);
    requireWindow({ from, to });
    const { _id: merchantId } = await findMerchant(req.params.id);
    const name = `settlement-${merchantId}-${from}-${to}.csv`;
    res.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}"` });
    try {
      await pipeline(settlementCsv({ merchantId, from, to }), res);
    } catch (error) {
      if (!hasLeft(error)) throw error;
    }
  })
  .all(takesOnly('GET'));
