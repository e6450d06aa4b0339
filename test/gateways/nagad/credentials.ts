import { pairOfKeys } from './world.js';

const [MERCHANT, NAGAD] = [pairOfKeys(), pairOfKeys()];

const bare = (pem: string): string => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const privatePem = MERCHANT.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const publicPem = NAGAD.publicKey.export({ type: 'spki', format: 'pem' }).toString();

/** Made up; keys as Nagad hands them out. */
export const CREDENTIALS = {
  merchant_id: '683002007104225',
  account_number: '01711428036',
  private_key: bare(privatePem),
  nagad_public_key: bare(publicPem),
};

/** The other halves: what Nagad itself needs. */
export const NAGADS_KEYS = { own: NAGAD.privateKey, merchant: MERCHANT.publicKey };
