import { randomUUID } from 'node:crypto';
import { config } from '../../../config/index.js';
import { ConnectorError } from '../connector.js';
import type { Finding } from '../gateway.js';
import { timeLimit } from '../http/send.js';
import type { AdyenAccess } from './access.js';
import { createClient } from './client.js';
import { referenceOf } from './references.js';

const GUIDE = 'see docs/gateways/adyen.md';

const found = (name: string, ok: boolean, text: string): Finding => ({ name, ok, text });

/**
 * Finds out whether an account can be used. Nothing is harmless at Adyen but what it refuses: a cancellation of a payment
 * that there never was, which ends as a webhook that says no.
 */
export async function checkAdyen(access: AdyenAccess): Promise<Finding[]> {
  const reference = referenceOf(randomUUID());
  const body = { merchantAccount: access.merchantAccount, paymentReference: reference, reference };
  const notAsked = [
    found('raw cards', true, `Not asked: no harmless call shows whether the key may send card numbers; ${GUIDE}`),
    found('webhook', true, `Not asked: Adyen must tell ${config.publicUrl}/callbacks/${access.account}; send its test`),
  ];
  try {
    const call = { path: '/cancels', body, key: randomUUID() };
    const { failure } = await createClient(access).call(call, timeLimit(access.timeout));
    const authenticated = [
      found('reachable', true, 'Adyen answers'),
      found('authenticated', true, 'It takes the API key'),
    ];
    if (!failure || failure.status === 422)
      return [...authenticated, found('merchant account', true, 'It takes the merchant account'), ...notAsked];
    const text = `Adyen answers with HTTP ${failure.status} (${failure.errorCode || 'no code'}) about it; ${GUIDE}`;
    return [...authenticated, found('merchant account', false, text)];
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return [found('reachable', false, `${error.message}; ${GUIDE}`)];
  }
}
