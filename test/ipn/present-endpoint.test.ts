import { expect } from 'chai';
import { presentEndpoint } from '../../src/ipn/present-endpoint.js';

const endpoint = {
  _id: 'ep_1',
  merchantId: 'mer_1',
  mode: 'live' as const,
  host: 'shop.example:443',
  disabled: false,
  failures: 0,
  recentFailures: [],
};

describe('an endpoint as the console shows it', () => {
  it('has null for what never happened', () => {
    expect(presentEndpoint(endpoint, null)).to.deep.equal({
      id: 'ep_1',
      merchant_id: 'mer_1',
      host: 'shop.example:443',
      disabled: false,
      disabled_at: null,
      disabled_reason: null,
      consecutive_failures: 0,
      paused_until: null,
      last_success_at: null,
      last_failure_at: null,
      last_error: null,
      success_share: null,
      certificate_expires_at: null,
    });
  });

  it('says why it is disabled, how it fails and how long it is left alone', () => {
    const at = new Date('2026-11-21T12:00:00Z');
    const lastError = { error: 'http' as const, status: 410 };
    const failing = { failures: 10, lastFailureAt: at, lastError, breaker: { until: at, pause: 30 } };
    const disabled = { disabled: true, disabledAt: at, disabledReason: 'gone' };
    const iso = '2026-11-21T12:00:00.000Z';

    expect(presentEndpoint({ ...endpoint, ...failing, ...disabled }, 0.5)).to.deep.include({
      disabled: true,
      disabled_at: iso,
      disabled_reason: 'gone',
      consecutive_failures: 10,
      paused_until: iso,
      last_failure_at: iso,
      last_error: lastError,
      success_share: 0.5,
    });
  });
});
