import { type Request, Router } from 'express';
import { methodNotAllowed, proofNotFound, transactionNotFound, validationError } from '../errors.js';
import { payments } from '../payments/payment.model.js';
import { findImage } from '../proofs/proof-image.model.js';
import type { ProofVersion } from '../proofs/proof.js';
import { setContentPolicy } from './headers.js';
import { parameter } from './query.js';
import { requireRole } from './require-role.js';

/** Whatever the bytes are, a browser that opens them runs nothing, loads nothing and is nobody. */
const SANDBOX = { 'default-src': ["'none'"], sandbox: [] };

function versionOf(req: Request): number | undefined {
  const given = parameter(req, 'version');
  if (given === undefined || /^[1-9]\d{0,3}$/.test(given)) return given === undefined ? given : Number(given);
  throw validationError([{ field: 'version', code: 'invalid_format', message: 'version must be a whole number' }]);
}

/** The version asked for, or the latest that is an image. */
const choose = (versions: ProofVersion[], no: number | undefined): ProofVersion['image'] =>
  versions.findLast((version) => version.image && (no === undefined || version.no === no))?.image;

export const proofImageRoutes = Router();

proofImageRoutes
  .route('/proofs/:trx/image')
  .all(requireRole('viewer'), setContentPolicy(SANDBOX))
  .get(async (req: Request<{ trx: string }>, res) => {
    const version = versionOf(req);
    const payment = await payments.findOne({ _id: req.params.trx.toLowerCase() }, { projection: { proof: 1 } });
    if (!payment) throw transactionNotFound();
    const image = choose(payment.proof?.versions ?? [], version);
    const bytes = image && (await findImage(image.id));
    if (!bytes) throw proofNotFound();
    const name = `proof-${payment._id}.${image.type.slice('image/'.length)}`;
    res.set({
      'Content-Type': image.type,
      'Content-Disposition': `inline; filename="${name}"`,
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
    });
    res.end(bytes);
  })
  .all(() => {
    throw methodNotAllowed('GET');
  });
