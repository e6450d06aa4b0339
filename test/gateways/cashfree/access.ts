import type { CashfreeAccess } from '../../../src/connectors/cashfree/access.js';
import { CLIENT_ID, CLIENT_SECRET } from './stand-in.js';

/** An account at a stand-in, or at whatever answers at `apiUrl`. */
export const cashfreeAccess = (changes: Partial<CashfreeAccess> & Pick<CashfreeAccess, 'apiUrl'>): CashfreeAccess => ({
  account: 'cashfree-test',
  mode: 'test',
  clientId: CLIENT_ID,
  clientSecret: CLIENT_SECRET,
  webhookSecrets: [CLIENT_SECRET],
  timeout: 5,
  ...changes,
});
