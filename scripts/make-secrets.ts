import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { commandLine, parse } from './command-line.js';

const about = 'Prints the secrets of one installation as lines for an environment file, other ones each time';

const program = commandLine('make-secrets', about).action(() => {
  const card = generateKeyPairSync('x25519', {
    publicKeyEncoding: { format: 'der', type: 'spki' },
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
  });
  const secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    CARD_PUBLIC_KEY: card.publicKey.toString('base64'),
    CARD_PRIVATE_KEY: card.privateKey.toString('base64'),
    SANDBOX_API_KEY: randomBytes(24).toString('base64url'),
  };
  for (const [name, value] of Object.entries(secrets)) process.stdout.write(`${name}=${value}\n`);
});

await parse(program);
