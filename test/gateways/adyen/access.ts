import type { AdyenAccess } from '../../../src/connectors/adyen/access.js';
import { ADYEN_KEY, HMAC_KEY, MERCHANT_ACCOUNT } from './stand-in.js';

/** An account at a stand-in, or at whatever answers at `url`. */
export const adyenAccess = ({ url, ...changes }: Partial<AdyenAccess> & { url: string }): AdyenAccess => ({
  apiUrl: `${url}/v72`,
  account: 'adyen-test',
  mode: 'test',
  apiKey: ADYEN_KEY,
  merchantAccount: MERCHANT_ACCOUNT,
  hmacKeys: [HMAC_KEY],
  captureDelay: 0,
  timeout: 5,
  ...changes,
});
