import { Router, type Request, type Response } from 'express';
import type { MerchantRecord } from '../merchants/merchant.model.js';
import type { Trace } from '../telemetry/trace.js';
import { countInFlight, knowAsBeginning } from './admission.js';
import { authenticate } from './authenticate.js';
import { idempotencyKeyOf, runOnce } from './idempotency.js';
import { jsonBody, type BodyLimit, type JsonObject } from '../http/json-body.js';
import { BUCKETS, limit } from '../http/limits.js';
import { traceOf } from '../http/trace-request.js';
import { takesOnly } from '../http/takes-only.js';

/** What a call of the merchants' API is about, after everything that all calls have in common. */
export interface ApiRequest {
  merchant: MerchantRecord;
  body: JsonObject;
  /** What the path names. */
  params: Record<string, string>;
  trace: Trace;
  /** Keyed hash of the Idempotency-Key, when one was sent. */
  idempotencyKey?: string;
}

interface ApiRoute {
  path: string;
  bucket: keyof typeof BUCKETS;
  /** Writes take an Idempotency-Key; reads have no use for one. */
  writes: boolean;
  bodyLimit?: BodyLimit;
  /** Whether it begins a payment: such calls are refused when there are more than can be taken (contract 21). */
  begins?: boolean;
  /** The answer's body; it is always a 200. */
  answer: (request: ApiRequest) => Promise<object>;
}

/**
 * Mounts one call in the order of checks that contract 2 gives: path, room for what begins a payment, media type, size,
 * JSON, authentication, rate limit, idempotency key, and then the call's own.
 */
export function apiRoute({ path, bucket, writes, bodyLimit = '100kb', begins, answer }: ApiRoute): Router {
  const router = Router({ caseSensitive: true });
  const paths = [path, `/v1${path}`];
  async function handle(req: Request, res: Response): Promise<void> {
    const body = req.body as JsonObject; // jsonBody() has made it one
    const merchant = await authenticate(req, res, body);
    await limit(res, BUCKETS[bucket], merchant._id);
    const { params } = req as { params: Record<string, string> }; // no path of ours repeats a name
    const request = { merchant, body, params, trace: traceOf(res) };
    const key = writes ? await idempotencyKeyOf(req.get('idempotency-key'), merchant._id) : undefined;
    if (key === undefined) return void res.json(await answer(request));
    const { json, replayed } = await runOnce(key, `${path} ${JSON.stringify(params)}`, body, () =>
      answer({ ...request, idempotencyKey: key }),
    );
    if (replayed) res.set('Idempotent-Replayed', 'true');
    res.type('json').send(json);
  }
  if (begins) paths.forEach(knowAsBeginning);
  router.post(paths, jsonBody(bodyLimit), begins ? countInFlight(handle) : handle);
  router.all(paths, takesOnly('POST'));
  return router;
}
