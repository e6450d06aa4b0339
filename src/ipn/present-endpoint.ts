import type { EndpointRecord } from './endpoint.model.js';

const iso = (at: Date | undefined): string | null => at?.toISOString() ?? null;

/** An endpoint with its health as the console's API shows it (contract 16). */
export const presentEndpoint = (endpoint: EndpointRecord) => ({
  id: endpoint._id,
  merchant_id: endpoint.merchantId,
  host: endpoint.host,
  disabled: endpoint.disabled,
  disabled_at: iso(endpoint.disabledAt),
  disabled_reason: endpoint.disabledReason ?? null,
  consecutive_failures: endpoint.failures,
  /** While it fails fast: nothing is sent before this moment. */
  paused_until: iso(endpoint.breaker?.until),
  last_success_at: iso(endpoint.lastSuccessAt),
  last_failure_at: iso(endpoint.lastFailureAt),
  certificate_expires_at: iso(endpoint.certificateExpiresAt),
});
