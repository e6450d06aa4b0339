import '../../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { print } from '../../support/command.js';
import { startCashfree } from '../cashfree/stand-in.js';
import { makeEveryRequest } from './cashfree-requests.js';
import { holdAgainst, holdRequests } from './documents.js';
import { record, type Recorded } from './record.js';

const documents = (process.env.CASHFREE_OPENAPI ?? '').split(',').filter((path) => path !== '');

/** How many kinds of requests the connector makes that the documents know; the books (`POST /recon`) are in none of them. */
const KINDS = 8;
const NOT_IN_THEM = ['POST /recon'];

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-5][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const kindOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\/(orders|refunds|disputes)\/(?!sessions)[^/]+/g, '/$1/*')}`;

/** What the documents want of headers, which their schemas say nothing of. */
const lacksHeader = ({ headers }: Recorded): boolean => {
  const key = headers['x-idempotency-key'];
  const isWhole = headers['x-client-id'] && headers['x-client-secret'] && headers['x-api-version'] === '2025-01-01';
  return !isWhole || (key !== undefined && !UUID.test(key));
};

/** Whether the documents refuse what Cashfree would: a judge that says yes to it is asleep. */
function areAwake(made: Recorded | undefined): boolean {
  if (!made) return false;
  const wrong = made.body.replace(/"customer_phone":"\d+"/, '"customer_phone":"+919876543210"');
  return holdRequests(documents, [{ ...made, body: wrong }]).faults.length > 0;
}

const cashfree = await startCashfree();
try {
  const recorder = await record(cashfree.url);
  await makeEveryRequest(cashfree, recorder.url);
  await recorder.close();
  const { recorded } = recorder;
  const requests = holdRequests(documents, recorded);
  const kinds = new Set(recorded.map(kindOf).filter((kind) => !NOT_IN_THEM.includes(kind)));
  const unheard = requests.unknown.filter((kind) => !NOT_IN_THEM.includes(kind));
  const headless = recorded.filter(lacksHeader).map(kindOf);
  print(`Cashfree's documents: ${requests.held} requests of ${kinds.size} kinds, ${requests.faults.length} faults`);
  print(`Cashfree's documents know nothing of ${requests.unknown.join(', ')}`);
  const awake = areAwake(recorded.find(({ method, path }) => method === 'POST' && path === '/orders'));
  print(`Cashfree's documents: a wrong request ${awake ? 'is refused' : 'pleases them: they judge nothing'}`);
  const answers = holdAgainst(documents, recorded);
  print(`Cashfree's documents: ${answers.held} answers of the stand-in, ${answers.faults.length} faults`);
  const faults = [...requests.faults, ...unheard, ...headless, ...answers.faults];
  for (const each of faults) print(`  ${each}`);
  if (faults.length > 0 || !awake || kinds.size < KINDS) process.exitCode = 1;
} finally {
  await cashfree.close();
}
