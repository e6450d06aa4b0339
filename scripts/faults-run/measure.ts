import { setTimeout as pause } from 'node:timers/promises';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import type { Answer } from '../../test/support/ask.js';
import { orderLocal } from '../../test/support/local-order.js';
import { deleteKeys } from '../../test/support/redis-keys.js';
import { until } from '../until.js';
import { APPROVED, beginPayment, untilDecided } from '../../test/faults/begin-payment.js';
import { startFaulty, type FaultyTollgate } from '../../test/faults/faulty-tollgate.js';
import type { Log } from './play.js';

/** What was promised, what was seen, and the most that it may be; of the same unit. */
interface Figure {
  what: string;
  seen: number;
  most: number;
}

const LOCK = 15;
const STALLED = LOCK / 3;
const SWEEP = 2;
const AWAY_MS = 30_000;
const PATIENCE_MS = 90_000;

/** The settings of production where they matter; the gateway calls nobody back, so that what is owed is seen. */
const SETTINGS = {
  MONGODB_TIMEOUT: '2.5',
  JOB_LOCK: String(LOCK),
  SWEEP_INTERVAL: String(SWEEP),
  GATEWAY_TIMEOUT: '10',
  CARD_ANSWER_WAIT: '2',
  SANDBOX_CUSTOMER_DELAY: '1',
};

const seconds = (ms: number): number => ms / 1000;

const upi = (faulty: FaultyTollgate) => orderLocal(faulty.tollgate, 100, 'INR');

const recordsOf = ({ tollgate }: FaultyTollgate, trxs: string[]): Promise<PaymentRecord[]> =>
  tollgate.database
    .collection<PaymentRecord>('payments')
    .find({ _id: { $in: trxs } })
    .toArray();

/** Waits until all have succeeded. @returns when each did, and when it was first due to be asked for */
async function successes(faulty: FaultyTollgate, trxs: string[], due: Map<string, number>) {
  let records: PaymentRecord[] = [];
  const all = async () => {
    records = await recordsOf(faulty, trxs);
    return records.every(({ succeededAt }) => succeededAt);
  };
  await until('all have succeeded', all, PATIENCE_MS, 200);
  return records.map(({ _id, succeededAt }) => ({ at: succeededAt?.getTime() ?? 0, due: due.get(_id) ?? 0 }));
}

async function dueTimes(faulty: FaultyTollgate, trxs: string[]): Promise<Map<string, number>> {
  const records = await recordsOf(faulty, trxs);
  return new Map(records.map(({ _id, next }) => [_id, next?.at.getTime() ?? 0]));
}

async function killedWorker(faulty: FaultyTollgate): Promise<Figure[]> {
  const { tollgate } = faulty;
  await tollgate.faults({ mode: 'slow', ms: 60_000, callbacks: false });
  const trxs: string[] = [];
  for (let count = 0; count < 8; count++) {
    const begun = await beginPayment(tollgate);
    await untilDecided(tollgate, begun);
    trxs.push(begun.trx);
    await pause(1000); // locks are renewed twice in their time: each is killed at another age of its own
  }
  await Promise.all([tollgate.kill('payments'), tollgate.faults({ mode: 'none', callbacks: false })]);
  const killedAt = Date.now(); // and the other one goes on
  const ended = await successes(faulty, trxs, new Map());
  const slowest = Math.max(...ended.map(({ at }) => at - killedAt));
  await tollgate.start('payments');
  return [
    {
      what: 'killed worker: seconds until its jobs were done by another',
      seen: seconds(slowest),
      most: (LOCK + STALLED) * 1.3,
    },
  ];
}

async function emptied(faulty: FaultyTollgate): Promise<Figure[]> {
  const answers = await Promise.all(Array.from({ length: 30 }, () => upi(faulty)));
  const trxs = answers.map(({ body }) => String(body.trx));
  const due = await dueTimes(faulty, trxs);
  await deleteKeys(faulty.tollgate.queuePrefix);
  const emptiedAt = Date.now();
  const ended = await successes(faulty, trxs, due);
  const latest = Math.max(...ended.map((each) => each.at - Math.max(each.due, emptiedAt)));
  return [{ what: 'Redis emptied: seconds that what was owed came late', seen: seconds(latest), most: SWEEP + 5 }];
}

interface Asked {
  answers: { call: string; answer: Answer | undefined }[];
  slowestMs: number;
}

/** Asks all the time while something is away. */
async function askWhileAway(calls: Record<string, () => Promise<Answer>>): Promise<Asked> {
  const asked: Asked = { answers: [], slowestMs: 0 };
  const end = Date.now() + AWAY_MS;
  const each = Object.entries(calls).map(async ([call, ask]) => {
    while (Date.now() < end) {
      const begun = Date.now();
      const answer = await ask().catch(() => undefined);
      asked.answers.push({ call, answer });
      asked.slowestMs = Math.max(asked.slowestMs, Date.now() - begun);
      await pause(300);
    }
  });
  await Promise.all(each);
  return asked;
}

const REQUEST_MOST = 3;

/** How many answers are not what they should be. */
const wrong = ({ answers }: Asked, right: (call: string, answer: Answer) => boolean): number =>
  answers.filter(({ call, answer }) => !answer || !right(call, answer)).length;

const isUnavailable = ({ status, headers }: Answer): boolean => status === 503 && Number(headers['retry-after']) > 0;

const callsTo = (faulty: FaultyTollgate, known: string) => {
  const { tollgate } = faulty;
  const { public_key } = tollgate.merchant;
  return {
    card: () => tollgate.pay(APPROVED),
    UPI: () => upi(faulty),
    status: () => tollgate.api('/h2h/status', { public_key, trx: known }),
  };
};

async function redisAway(faulty: FaultyTollgate): Promise<Figure[]> {
  const known = String((await upi(faulty)).body.trx);
  await faulty.redis.cut();
  const asked = await askWhileAway(callsTo(faulty, known));
  const taken = asked.answers.flatMap(({ call, answer }) =>
    call === 'UPI' && answer?.body.trx ? [answer.body.trx] : [],
  );
  const due = await dueTimes(faulty, taken);
  await faulty.redis.restore();
  const backAt = Date.now();
  const ended = await successes(faulty, taken, due);
  const latest = Math.max(...ended.map((each) => each.at - Math.max(each.due, backAt)));
  const isRight = (call: string, answer: Answer) => (call === 'card' ? isUnavailable(answer) : answer.status === 200);
  const about = `Redis 30 s away, ${asked.answers.length} requests`;
  return [
    { what: `${about}: seconds of the slowest`, seen: seconds(asked.slowestMs), most: REQUEST_MOST },
    { what: `${about}: cards without a 503, others without a 200`, seen: wrong(asked, isRight), most: 0 },
    { what: `${about}: seconds until all that was owed was done`, seen: seconds(latest), most: SWEEP * 1.1 + 1 },
  ];
}

async function mongodbAway(faulty: FaultyTollgate): Promise<Figure[]> {
  const { tollgate } = faulty;
  const known = String((await upi(faulty)).body.trx);
  await successes(faulty, [known], new Map());
  const count = () => tollgate.database.collection('payments').countDocuments();
  const before = await count();
  await faulty.mongodb.cut();
  const asked = await askWhileAway(callsTo(faulty, known));
  const written = (await count()) - before;
  await faulty.mongodb.restore();
  const backAt = Date.now();
  const isTaken = async () => (await tollgate.pay(APPROVED).catch(() => undefined))?.status === 200;
  await until('a card is taken', isTaken, PATIENCE_MS, 200);
  const about = `MongoDB 30 s away, ${asked.answers.length} requests`;
  return [
    { what: `${about}: seconds of the slowest`, seen: seconds(asked.slowestMs), most: REQUEST_MOST },
    {
      what: `${about}: answers without a 503 and Retry-After`,
      seen: wrong(asked, (_, answer) => isUnavailable(answer)),
      most: 0,
    },
    { what: `${about}: payments written`, seen: written, most: 0 },
    { what: 'MongoDB back: seconds until a card was taken', seen: seconds(Date.now() - backAt), most: 5 },
  ];
}

async function terminated(faulty: FaultyTollgate): Promise<Figure[]> {
  const { tollgate } = faulty;
  await tollgate.faults({ mode: 'slow', ms: 300 });
  const answers: Promise<Answer | undefined>[] = [];
  const timer = setInterval(() => answers.push(tollgate.pay(APPROVED).catch(() => undefined)), 50);
  let slowestMs = 0;
  for (const name of ['web', 'web-2', 'payments', 'ipn']) {
    await pause(500);
    const begun = Date.now();
    await tollgate.kill(name, 'SIGTERM');
    slowestMs = Math.max(slowestMs, Date.now() - begun);
    await tollgate.start(name);
  }
  clearInterval(timer);
  const failed = (await Promise.all(answers)).filter((answer) => answer?.status !== 200).length;
  return [
    { what: `SIGTERM of web, web-2, payments and ipn, ${answers.length} requests: failed`, seen: failed, most: 0 },
    { what: 'SIGTERM: seconds until the slowest had ended', seen: seconds(slowestMs), most: 25 },
  ];
}

/** Measures how fast it recovers, each promise by itself, and prints each beside its limit. @returns whether all hold */
export async function measure(log: Log): Promise<boolean> {
  const faulty = await startFaulty({
    processes: ['web', 'payments', 'ipn', 'sandbox'],
    twice: ['web', 'payments'],
    env: SETTINGS,
  });
  let holds = true;
  try {
    for (const take of [killedWorker, emptied, redisAway, mongodbAway, terminated])
      for (const { what, seen, most } of await take(faulty)) {
        const isKept = seen <= most;
        holds &&= isKept;
        log(`${isKept ? 'kept' : 'BROKEN'}: ${what}: ${Number(seen.toFixed(2))}, at most ${Number(most.toFixed(2))}`);
      }
    return holds;
  } finally {
    await faulty.tollgate.stop();
  }
}
