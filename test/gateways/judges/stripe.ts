import '../../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { print } from '../../support/command.js';
import { startStripe, STRIPE_KEY } from '../stripe/stand-in.js';
import { openCourt } from './court.js';
import { holdAgainst } from './documents.js';
import { makeEveryRequest } from './stripe-requests.js';
import { startStripeMock } from './stripe-mock.js';

const [binary = ''] = process.argv.slice(2);
const documents = (process.env.STRIPE_OPENAPI ?? '').split(',').filter((path) => path !== '');

/** How many kinds of requests the connector makes. */
const KINDS = 16;

const kindOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\/(pi|re|mandate|txn|du)_\w+/, '/{id}')}`;

/** A request that is wrong in one field: a judge that says yes to it is asleep. */
async function isAwake(judge: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${STRIPE_KEY}`, 'content-type': 'application/x-www-form-urlencoded' };
  const body = 'amount=4990&currency=eur&payment_method_types[0]=card&colour=blue';
  return (await fetch(`${judge}/v1/payment_intents`, { method: 'POST', headers, body })).status === 400;
}

const judge = await startStripeMock(binary);
const stripe = await startStripe();
try {
  const court = await openCourt(judge.url, stripe.url);
  await makeEveryRequest(court.url);
  await court.close();
  const refused = court.verdicts.filter(({ status }) => status < 200 || status > 299);
  const kinds = new Set(court.verdicts.map(kindOf));
  print(`stripe-mock: ${court.verdicts.length} requests of ${kinds.size} kinds, ${refused.length} refused`);
  for (const each of refused) print(`  ${kindOf(each)}: ${each.status} ${each.why}`);
  const awake = await isAwake(judge.url);
  print(
    awake
      ? 'stripe-mock: a wrong request is refused (400)'
      : 'stripe-mock: a wrong request pleases it: it judges nothing',
  );
  const { held, faults } = holdAgainst(documents, court.verdicts);
  if (documents.length > 0) print(`Stripe's documents: ${held} answers of the stand-in, ${faults.length} faults`);
  else print("Stripe's documents: not given (STRIPE_OPENAPI), so the stand-in's answers are held against nothing");
  for (const each of faults) print(`  ${each}`);
  if (refused.length > 0 || !awake || faults.length > 0 || kinds.size < KINDS) process.exitCode = 1;
} finally {
  await stripe.close();
  judge.stop();
}
