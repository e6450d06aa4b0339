import { generateKeyPairSync } from 'node:crypto';

const newPair = () =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });

function newKeys() {
  const [merchant, nagad] = [newPair(), newPair()];
  return {
    /** Of the merchant's account. */
    credentials: { private_key: merchant.privateKey, nagad_public_key: nagad.publicKey },
    /** Of the process that plays Nagad. */
    env: { STAND_IN_PRIVATE_KEY: nagad.privateKey, STAND_IN_MERCHANT_KEY: merchant.publicKey },
  };
}

let made: ReturnType<typeof newKeys> | undefined;

/** The keys of Nagad's stand-in and of its merchant: made anew by each run of ./scripts/up, so that they lie in no file. */
export const nagadKeys = (): ReturnType<typeof newKeys> => (made ??= newKeys());
