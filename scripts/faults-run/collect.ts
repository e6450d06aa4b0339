import { Queue } from 'bullmq';
import { JOB_NAMES, JOBS, type JobPayload } from '../../src/jobs/catalogue.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { presentPayment } from '../../src/payments/present-payment.js';
import { withRedis } from '../../test/support/redis-keys.js';
import type { Moved } from '../../test/gateways/played.js';
import type { AnswerBody } from '../../test/support/ask.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import { CARDS } from '../../test/faults/mixed-run.js';
import { findTraces, PLACES, type Sources } from '../../test/faults/places.js';
import { until } from '../until.js';
import type { Evidence, MerchantEvent, Notice, Order, Payment } from './evidence.js';
import { neverHeard } from './gateways/never-heard.js';
import { overdue, type Waiting } from './overdue.js';
import { readSandboxFile } from './sandbox-file.js';
import { unseenKeysOf, wasAbandoned } from './unseen-keys.js';

const PAGE = 100;

/**
 * The API's answer with 200. On a busy machine it may have been told to come again first: the judge does, as any merchant.
 */
async function answerOf(tollgate: Tollgate, path: string, body: object): Promise<AnswerBody> {
  let last: Awaited<ReturnType<Tollgate['api']>> | undefined;
  await until(`${path} answers`, async () => {
    last = await tollgate.api(path, body);
    if (![200, 429, 503].includes(last.status)) throw new Error(`${path} answered ${last.status}`);
    return last.status === 200;
  });
  if (!last) throw new Error('It answered a moment ago');
  return last.body;
}

/** Its refunds and disputes, as they are stored. */
const goneBackOf = (
  { refunds = [], disputes = [] }: PaymentRecord,
  forPersons: readonly string[],
): Pick<Payment, 'refunds' | 'disputes'> => ({
  refunds: refunds.map(({ key, identifier, status, amount, takenBackAt }) => ({
    ...{ key, identifier, status, amount },
    isForPerson: forPersons.includes(key),
    wasTakenBack: takenBackAt !== undefined,
  })),
  disputes: disputes.map(({ id, state, amount }) => ({ id, state, amount })),
});

/** Every payment in the database, as the API gives it; one that was abandoned, as operators see it. */
async function payments(
  tollgate: Tollgate,
  closedKeys: ReadonlySet<string>,
  forPersons: readonly string[],
): Promise<Payment[]> {
  const { public_key } = tollgate.merchant;
  const all: Payment[] = [];
  for await (const record of tollgate.database.collection<PaymentRecord>('payments').find()) {
    const { _id: trx, status, review } = record;
    const underReview = review !== undefined && !review.decidedAt;
    const unseenKeys = unseenKeysOf(record, closedKeys);
    const isForPerson = status === 'unresolved' && forPersons.includes(trx);
    const known = { isForPerson, wasAbandoned: wasAbandoned(record), unseenKeys };
    const ours = { underReview, ...known, ...goneBackOf(record, forPersons) };
    if (status === 'abandoned') all.push({ ...presentPayment(record), ...ours });
    else {
      const body = await answerOf(tollgate, '/payment/status', { public_key, trx });
      all.push({ ...(body as unknown as Payment), ...ours }); // the API's own description (openapi.test.ts)
    }
  }
  return all;
}

interface ServedEvent {
  id: string;
  sequence: number;
  type: string;
  status: string;
  data: { trx: string };
}

const only = ({ id, sequence, type, status }: Omit<ServedEvent, 'data'>) => ({ id, sequence, type, status });

async function events(tollgate: Tollgate): Promise<MerchantEvent[]> {
  const all: MerchantEvent[] = [];
  for (let after = 0; ;) {
    const { public_key } = tollgate.merchant;
    const body = await answerOf(tollgate, '/h2h/events', { public_key, after, limit: PAGE });
    const page = body.events as ServedEvent[]; // the API's own description
    for (const { data, ...event } of page) all.push({ ...only(event), trx: data.trx });
    if (page.length === 0) return all;
    after = Number(body.last);
  }
}

const notices = ({ receiver }: Tollgate): Notice[] =>
  receiver.received.map(({ id, body, verified }) => ({ id, body, verified }));

/** Jobs that the queue has given up while their documents still wait for them; whatever else failed was overtaken. */
const failedJobs = ({ database, queuePrefix: prefix }: Tollgate): Promise<string[]> =>
  withRedis(async (connection) => {
    const words: string[] = [];
    for (const name of JOB_NAMES) {
      const queue = new Queue<JobPayload>(name, { connection, prefix });
      for (const { data, failedReason } of await queue.getFailed()) {
        const { id: _id, version } = data;
        const waiting = { _id, version, 'next.job': name };
        if (await database.collection<Waiting & { version: number }>(JOBS[name].collection).findOne(waiting))
          words.push(`${name} of ${_id}: ${failedReason}`);
      }
      await queue.close();
    }
    return words;
  });

async function cardTraces(tollgate: Tollgate): Promise<string[]> {
  const { queuePrefix, database, localDir } = tollgate;
  const sources: Sources = {
    queuePrefix,
    database,
    localDir,
    logs: () => tollgate.logs(),
    answers: [],
    metricsUrls: [],
  };
  const pieces = await Promise.all(Object.values(PLACES).map(async (collect) => collect(sources)));
  return findTraces(pieces.flat(), CARDS).map(({ form, where }) => `${form} in ${where}`);
}

/** The lines that every process logged of one event. */
export const linesOf = (tollgate: Tollgate, event: string): string[] =>
  tollgate
    .logs()
    .split('\n')
    .filter((line) => line.includes(`"${event}"`));

/**
 * Looks at everything that can be seen from outside.
 * @param elsewhere what has moved at each gateway beside the sandbox
 */
export async function collect(
  tollgate: Tollgate,
  orders: Order[],
  elsewhere: Record<string, Moved> = {},
): Promise<Evidence> {
  const { closedKeys, ...atSandbox } = await readSandboxFile(tollgate);
  const moved = [atSandbox, ...Object.values(elsewhere)];
  const forPersons = await neverHeard(tollgate.database, elsewhere);
  return {
    orders,
    charges: moved.flatMap(({ charges }) => charges),
    moneyBack: moved.flatMap(({ moneyBack }) => moneyBack),
    payments: await payments(tollgate, closedKeys, forPersons),
    events: await events(tollgate),
    notices: notices(tollgate),
    overdue: await overdue(tollgate, forPersons),
    failedJobs: await failedJobs(tollgate),
    crashes: linesOf(tollgate, 'process.crashed'),
    cardTraces: await cardTraces(tollgate),
  };
}
