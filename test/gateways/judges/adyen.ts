import '../../support/environment.js'; // first: what follows reads the configuration as soon as it is loaded
import { print } from '../../support/command.js';
import { startAdyen } from '../adyen/stand-in.js';
import { makeEveryRequest } from './adyen-requests.js';
import { holdAgainst, holdRequests } from './documents.js';
import { record, type Recorded } from './record.js';
import { strangersIn } from './strangers.js';

const documents = (process.env.ADYEN_OPENAPI ?? '').split(',').filter((path) => path !== '');

/** How many kinds of requests the connector makes. */
const KINDS = 5;
const MOST_KEY = 64; // characters

const kindOf = ({ method, path }: { method: string; path: string }): string =>
  `${method} ${path.replace(/\/payments\/[A-Z0-9]{16}\//, '/payments/*/')}`;

/** Paths in the documents begin after the version. */
const afterVersion = (made: Recorded): Recorded => ({ ...made, path: made.path.replace(/^\/v72(?=\/)/, '') });

/** What the documents want of headers, which their schemas say nothing of. */
const lacksHeader = ({ headers }: Recorded): boolean => {
  const key = headers['idempotency-key'] ?? '';
  return !headers['x-api-key'] || key === '' || key.length > MOST_KEY;
};

/** Whether the documents refuse what Adyen would: a judge that says yes to it is asleep. */
function areAwake(made: Recorded | undefined): boolean {
  if (!made) return false;
  const wrong = made.body.replace('"channel":"Web"', '"channel":"Post"');
  const strange = { ...made, body: made.body.replace('"channel"', '"colour"') };
  return (
    holdRequests(documents, [{ ...made, body: wrong }]).faults.length > 0 && strangersIn(documents, strange).length > 0
  );
}

const adyen = await startAdyen();
try {
  const recorder = await record(adyen.url);
  await makeEveryRequest(recorder.url);
  await recorder.close();
  const recorded = recorder.recorded.map(afterVersion);
  const requests = holdRequests(documents, recorded);
  const strangers = recorded.flatMap((each) =>
    strangersIn(documents, each).map((field) => `${kindOf(each)}: ${field} is no field`),
  );
  const kinds = new Set(recorded.map(kindOf));
  const headless = recorded.filter(lacksHeader).map((each) => `${kindOf(each)}: lacks a header`);
  const awake = areAwake(recorded.find(({ path }) => path === '/payments'));
  const answers = holdAgainst(documents, recorded);
  const faults = new Set([...requests.faults, ...requests.unknown, ...strangers, ...headless, ...answers.faults]);
  print(
    `Adyen's documents: ${requests.held} requests of ${kinds.size} kinds, ${answers.held} answers of the stand-in, ${faults.size} faults`,
  );
  print(`Adyen's documents: a wrong request ${awake ? 'is refused' : 'pleases them: they judge nothing'}`);
  for (const each of faults) print(`  ${each}`);
  if (faults.size > 0 || !awake || kinds.size < KINDS) process.exitCode = 1;
} finally {
  await adyen.close();
}
