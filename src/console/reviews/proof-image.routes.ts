import { type Request, Router } from 'express';
import Joi from 'joi';
import { proofImageGone, proofNotFound } from '../../errors.js';
import { findImage } from '../../proofs/proof-image.model.js';
import { paymentByTrx } from '../../payments/payment-by-trx.js';
import type { ProofVersion } from '../../payments/proof.js';
import { setContentPolicy } from '../headers.js';
import { requireRole } from '../session/require-role.js';
import { takesOnly } from '../../http/takes-only.js';
import { validateForOperator } from '../../validation/validate.js';

/** Whatever the bytes are, a browser that opens them runs nothing, loads nothing and is nobody. */
const SANDBOX = { 'default-src': ["'none'"], sandbox: [] };

const query: Joi.ObjectSchema<{ version?: string }> = Joi.object({ version: Joi.string().pattern(/^[1-9]\d{0,3}$/) });

/** The version asked for, or the latest that is an image. */
const choose = (versions: ProofVersion[], no: string | undefined): ProofVersion['image'] =>
  versions.findLast((version) => version.image && (no === undefined || version.no === Number(no)))?.image;

export const proofImageRoutes = Router();

proofImageRoutes
  .route('/proofs/:trx/image')
  .all(requireRole('viewer'), setContentPolicy(SANDBOX))
  .get(async (req: Request<{ trx: string }>, res) => {
    const { version } = validateForOperator(query, req.query);
    const payment = await paymentByTrx(req.params.trx);
    const image = choose(payment.proof?.versions ?? [], version);
    if (!image) throw proofNotFound();
    const bytes = await findImage(image.id);
    if (!bytes) throw proofImageGone();
    const name = `proof-${payment._id}.${image.type.slice('image/'.length)}`;
    res.set({ 'Content-Type': image.type, 'Content-Disposition': `inline; filename="${name}"` });
    res.end(bytes);
  })
  .all(takesOnly('GET'));
