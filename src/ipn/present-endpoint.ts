import { isoOrNull } from '../time.js';
import type { EndpointRecord } from './endpoint.model.js';

/** An endpoint with its health as the console's API shows it (contract 16). @param share see successShares() */
export const presentEndpoint = (endpoint: EndpointRecord, share: number | null) => ({
  id: endpoint._id,
  merchant_id: endpoint.merchantId,
  host: endpoint.host,
  disabled: endpoint.disabled,
  disabled_at: isoOrNull(endpoint.disabledAt),
  disabled_reason: endpoint.disabledReason ?? null,
  consecutive_failures: endpoint.failures,
  /** While it fails fast: nothing is sent before this moment. */
  paused_until: isoOrNull(endpoint.breaker?.until),
  last_success_at: isoOrNull(endpoint.lastSuccessAt),
  last_failure_at: isoOrNull(endpoint.lastFailureAt),
  last_error: endpoint.lastError ?? null,
  success_share: share,
  certificate_expires_at: isoOrNull(endpoint.certificateExpiresAt),
});
