import '../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { STAND_INS } from '../../scripts/development/stand-ins.js';
import { EVENTS } from '../../src/connectors/stripe/webhook.js';
import { print } from '../support/command.js';
import { startStripe } from './stripe/stand-in.js';

// What ./scripts/up --gateway starts: a stand-in that developers pay at. It forgets everything when it stops.

const { STAND_IN_PORT = '', STAND_IN_CALLBACKS = '' } = process.env;

const { credentials } = STAND_INS.stripe;
const stripe = await startStripe({ port: Number(STAND_IN_PORT), bankDelay: 5 });
stripe.keys.add(credentials.secret_key);
stripe.hook(STAND_IN_CALLBACKS, credentials.webhook_secret);
stripe.world.endpoints.push({ url: STAND_IN_CALLBACKS, status: 'enabled', enabled_events: [...EVENTS] });
print(`plays Stripe at ${stripe.url}`);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stripe.close());
