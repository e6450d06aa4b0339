import { config } from '../../config/index.js';
import { DAY_MS } from '../time.js';
import { logger } from '../telemetry/logger.js';
import { changeEndpoint, endpointHealth, invalidateEndpoint } from './endpoint-health.js';
import { endpoints, type EndpointRecord, type Target } from './endpoint.model.js';

const wasWarned = ({ certificateWarnedAt }: EndpointRecord): boolean =>
  certificateWarnedAt !== undefined && certificateWarnedAt.getTime() > Date.now() - DAY_MS;

/** Warns once a day, whichever process is first. */
async function warn({ _id, merchantId: merchant, host }: EndpointRecord, expiresAt: Date): Promise<void> {
  const aDayAgo = new Date(Date.now() - DAY_MS);
  const { matchedCount } = await endpoints.updateOne(
    { _id, $or: [{ certificateWarnedAt: { $exists: false } }, { certificateWarnedAt: { $lte: aDayAgo } }] },
    { $set: { certificateWarnedAt: new Date() } },
  );
  invalidateEndpoint(_id);
  if (matchedCount > 0) logger.warn('endpoint.certificate_expiring', { endpoint: _id, merchant, host, expiresAt });
}

/**
 * Keeps until when an endpoint's certificate is valid, and warns when that is near. While nothing changes this reads
 * memory only.
 */
export async function noteCertificate(target: Target, expiresAt: Date): Promise<void> {
  const known = await endpointHealth(target);
  const endpoint =
    known.certificateExpiresAt?.getTime() === expiresAt.getTime()
      ? known
      : await changeEndpoint(target, {
          $set: { certificateExpiresAt: expiresAt },
          $setOnInsert: { disabled: false, failures: 0, recentFailures: [] },
        });
  const isNear = expiresAt.getTime() - Date.now() < config.ipn.certificateWarning * 1000;
  if (isNear && !wasWarned(endpoint)) await warn(endpoint, expiresAt);
}
