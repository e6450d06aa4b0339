import type { NagadAccess } from '../../../src/connectors/nagad/access.js';
import { privateKeyOf, publicKeyOf } from '../../../src/connectors/nagad/keys.js';
import { CREDENTIALS } from './credentials.js';

/** An account at a stand-in, or at whatever answers at `apiUrl`. */
export const nagadAccess = (changes: Partial<NagadAccess> & Pick<NagadAccess, 'apiUrl'>): NagadAccess => ({
  account: 'nagad-test',
  merchantId: CREDENTIALS.merchant_id,
  accountNumber: CREDENTIALS.account_number,
  keys: { ours: privateKeyOf(CREDENTIALS.private_key), nagads: publicKeyOf(CREDENTIALS.nagad_public_key) },
  mode: 'test',
  standIn: changes.apiUrl,
  timeout: 5,
  ...changes,
});
