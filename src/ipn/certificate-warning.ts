import { config } from '../../config/index.js';
import { DAY_MS } from '../time.js';
import { logger } from '../telemetry/logger.js';
import { invalidateEndpoint } from './endpoint-health.js';
import { endpoints, type EndpointRecord } from './endpoint.model.js';

/** Warns when the end of an endpoint's certificate is near: once a day, whichever process is first. */
export async function warnOfCertificate(endpoint: EndpointRecord): Promise<void> {
  const { _id, merchantId: merchant, host, certificateExpiresAt: expiresAt, certificateWarnedAt } = endpoint;
  const now = Date.now();
  const aDayAgo = new Date(now - DAY_MS);
  if (!expiresAt || expiresAt.getTime() - now >= config.ipn.certificateWarning * 1000) return;
  if (certificateWarnedAt && certificateWarnedAt > aDayAgo) return;
  const { matchedCount } = await endpoints.updateOne(
    { _id, $or: [{ certificateWarnedAt: { $exists: false } }, { certificateWarnedAt: { $lte: aDayAgo } }] },
    { $set: { certificateWarnedAt: new Date(now) } },
  );
  invalidateEndpoint(_id);
  if (matchedCount > 0) logger.warn('endpoint.certificate_expiring', { endpoint: _id, merchant, host, expiresAt });
}
