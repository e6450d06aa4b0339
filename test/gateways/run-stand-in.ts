import '../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { createPrivateKey, createPublicKey } from 'node:crypto';
import { isStandIn, STAND_INS, type StandInName } from '../../scripts/development/stand-ins.js';
import { EVENTS } from '../../src/connectors/stripe/webhook.js';
import { print } from '../support/command.js';
import { startBkash } from './bkash/stand-in.js';
import { startNagad } from './nagad/stand-in.js';
import { startStripe } from './stripe/stand-in.js';

// What ./scripts/up --gateway starts: a stand-in that developers pay at. It forgets everything when it stops.

const {
  STAND_IN_PORT = '',
  STAND_IN_CALLBACKS = '',
  STAND_IN_PRIVATE_KEY = '',
  STAND_IN_MERCHANT_KEY = '',
} = process.env;
const port = Number(STAND_IN_PORT);

async function playStripe() {
  const { secret_key, webhook_secret } = STAND_INS.stripe.credentials();
  const stripe = await startStripe({ port, bankDelay: 5 });
  stripe.keys.add(secret_key);
  stripe.hook(STAND_IN_CALLBACKS, webhook_secret);
  stripe.world.endpoints.push({ url: STAND_IN_CALLBACKS, status: 'enabled', enabled_events: [...EVENTS] });
  return stripe;
}

const PLAYS: Record<StandInName, () => Promise<{ url: string; close: () => Promise<void> }>> = {
  stripe: playStripe,
  bkash: () => startBkash({ port }),
  nagad: () =>
    startNagad({
      port,
      keys: { own: createPrivateKey(STAND_IN_PRIVATE_KEY), merchant: createPublicKey(STAND_IN_MERCHANT_KEY) },
    }),
};

const name = process.argv[2] ?? '';
if (!isStandIn(name)) throw new Error(`Nobody here plays "${name}"`);
const standIn = await PLAYS[name]();
print(`plays ${name} at ${standIn.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void standIn.close());
