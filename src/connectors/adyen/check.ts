import { randomUUID } from 'node:crypto';
import { config } from '../../../config/index.js';
import { ConnectorError, Misconfigured } from '../connector.js';
import { found } from '../findings.js';
import type { Finding } from '../gateway.js';
import { timeLimit } from '../http/send.js';
import type { AdyenAccess } from './access.js';
import { createClient, UnknownKey } from './client.js';
import { referenceOf } from './references.js';

const GUIDE = 'see docs/gateways/adyen.md';

const reachable = found('reachable', true, 'Adyen answers');
const authenticated = found('authenticated', true, 'It takes the API key');

/** What no harmless call can show: a person has to. */
const notAsked = ({ account }: AdyenAccess): Finding[] => [
  found('raw cards', true, `Not asked: no harmless call shows whether the key may send card numbers; ${GUIDE}`),
  found(
    'webhook',
    true,
    `Not asked: Adyen must tell ${config.publicUrl}/callbacks/${account}, by which alone payments are known here; ${GUIDE}`,
  ),
];

/** What it means that the call was refused. The key is known where Adyen says that it may not do this. */
const refusal = (error: ConnectorError): Finding[] => {
  const text = `${error.message}; ${GUIDE}`;
  if (!(error instanceof Misconfigured)) return [found('reachable', false, text)];
  return error instanceof UnknownKey
    ? [reachable, found('authenticated', false, text)]
    : [reachable, authenticated, found('merchant account', false, text)];
};

/**
 * Finds out whether an account can be used. Nothing is harmless at Adyen but what comes to nothing: a cancellation of a
 * payment that there never was, of which a webhook says so.
 */
export async function checkAdyen(access: AdyenAccess): Promise<Finding[]> {
  const reference = referenceOf(randomUUID());
  const body = { merchantAccount: access.merchantAccount, paymentReference: reference, reference };
  try {
    const call = { path: '/cancels', body, key: randomUUID() };
    const { failure } = await createClient(access).call(call, timeLimit(access.timeout));
    if (!failure || failure.status === 422) {
      const taken = found('merchant account', true, 'It takes the merchant account');
      return [reachable, authenticated, taken, ...notAsked(access)];
    }
    const text = `Adyen answers with HTTP ${failure.status} (${failure.errorCode || 'no code'}) about it; ${GUIDE}`;
    return [reachable, authenticated, found('merchant account', false, text)];
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return refusal(error);
  }
}
