import { MongoClient, type Collection, type Document } from 'mongodb';
import { config } from '../../../config/index.js';
import { tokenOf } from '../../../src/checkout/link.js';
import { isHosted } from '../../../src/payments/hosted-payment.js';
import { createOperator } from '../../../src/console/operators/operators.js';
import { attention, deliveryFigures, dueWork } from '../../../src/console/overview/attention.js';
import { countPayments } from '../../../src/console/overview/payment-figures.js';
import { connectDatabase, mongoClient } from '../../../src/database/client.js';
import { deliveries, type DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { noteRemoved } from '../../../src/ipn/sequence.js';
import { applyRetention } from '../../../src/ipn/retention.js';
import { findMerchantByKey } from '../../../src/merchants/find-merchant.js';
import { merchants, type MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { trxOf } from '../../../src/merchants/trx.js';
import { payments, type PaymentRecord } from '../../../src/payments/payment.model.js';
import { sweep } from '../../../workers/sweeper.js';
import { answerQuestions } from '../answer-questions.js';
import { timeEach } from '../figures.js';
import { comparison, reference, settlement } from './by-day.js';
import { identifierOf, KEPT_MS, pastDelivery, pastPayment } from './past-payment.js';
import { withPastRefund } from './past-refund.js';

// One database that grows, in a process that has the settings of its Tollgate: fills it, and times what has no call.

export type Question =
  | { fill: number }
  | { operator: true }
  | { sample: number; of: number; key: string }
  | { time: keyof typeof TIMED; count: number }
  | { about: true };

/** One filled payment, as somebody looks for it. */
export interface Sample {
  trx: string;
  identifier: string;
  merchantId: string;
  email: string;
  /** What its gateway calls it; none before it is paid. */
  reference?: string;
  /** Of its hosted page. */
  token?: string;
  /** The refund_identifier of what went back of it. */
  refund?: string;
}

export interface AboutDatabase {
  payments: number;
  deliveries: number;
  /** Bytes on disk of a payment with its delivery and all their indexes. */
  bytesEach: number;
  /** How often each index has been used since it was made, by its name and that of its collection. */
  indexes: Record<string, number>;
}

const BATCH = 500;
const SIDE_BY_SIDE = 2;
const GOLDEN = (Math.sqrt(5) - 1) / 2;
const PASSWORD = 'bench-bench-bench-1';

await connectDatabase();
/** So much at once may take longer than anybody waits for who has a payment to make. */
const patient = await new MongoClient(config.mongodbUri, { maxPoolSize: SIDE_BY_SIDE }).connect();
const patiently = <T extends Document>({ collectionName }: Collection<T>): Collection<T> =>
  patient.db().collection<T>(collectionName);
const sequences = new Map<string, number>();

function nextSequence(merchantId: string): number {
  const next = (sequences.get(merchantId) ?? 0) + 1;
  sequences.set(merchantId, next);
  return next;
}

async function fillBatch(all: MerchantRecord[], numbers: number[], now: number): Promise<void> {
  const made = numbers.flatMap((no) => {
    const merchant = all[no % all.length];
    return merchant ? [withPastRefund(no, merchant, pastPayment(no, merchant, now))] : [];
  });
  const told = made.flatMap((payment): DeliveryRecord[] => {
    const kept = payment.results.filter(({ at }) => at.getTime() >= now - KEPT_MS);
    return kept.map((result) => pastDelivery(payment, result, nextSequence(payment.merchantId)));
  });
  await patiently(payments).insertMany(made, { ordered: false });
  if (told.length > 0) await patiently(deliveries).insertMany(told, { ordered: false });
}

/** The oldest first, as they would have come. */
async function fill(count: number): Promise<void> {
  const all = await merchants.find().sort({ _id: 1 });
  const now = Date.now();
  let next = count;
  const filler = async () => {
    while (next > 0) {
      const to = next;
      next = Math.max(0, to - BATCH);
      await fillBatch(
        all,
        Array.from({ length: to - next }, (_, place) => to - 1 - place),
        now,
      );
    }
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, filler));
  await noteRemoved([...sequences].map(([merchantId, sequence]) => ({ merchantId, sequence })));
}

function referenceOf({ attempts: [first] }: PaymentRecord): Pick<Sample, 'reference'> {
  return first?.reference === undefined ? {} : { reference: first.reference };
}

/** Some payments of one merchant, from all over the database. */
async function sample(count: number, of: number, key: string): Promise<Sample[]> {
  const all = await merchants.find().sort({ _id: 1 });
  const merchant = await findMerchantByKey(key);
  const place = all.findIndex(({ _id }) => _id === merchant?._id);
  if (!merchant || place < 0) throw new Error('There is no merchant with this key');
  // By the golden ratio, so that they are in step with nothing that goes by numbers.
  const numbers = Array.from({ length: count }, (_, no) => Math.floor(((no * GOLDEN) % 1) * (of / all.length)));
  const ids = numbers.map((no) => trxOf(merchant, identifierOf(no * all.length + place)));
  const found = await payments.find({ _id: { $in: ids } }).toArray();
  return found.map((payment) => ({
    trx: payment._id,
    identifier: payment.identifier,
    merchantId: payment.merchantId,
    email: payment.customer.email,
    ...referenceOf(payment),
    ...(isHosted(payment) && { token: tokenOf(payment) }),
    ...(payment.refunds?.[0] && { refund: payment.refunds[0].identifier }),
  }));
}

/** What the console's first page asks, without its cache. */
async function overview(): Promise<void> {
  const now = new Date();
  await Promise.all([countPayments('test', now), attention(), deliveryFigures(), dueWork(now)]);
}

/** Work that has no call, by name: what makes it ready gives what is timed. */
const TIMED = {
  sweep: () => Promise.resolve(sweep),
  overview: () => Promise.resolve(overview),
  retention: () => Promise.resolve(() => applyRetention()),
  comparison,
  settlement,
  reference,
};

async function about(): Promise<AboutDatabase> {
  const database = mongoClient.db();
  const both = [payments.collectionName, deliveries.collectionName];
  const stats = await Promise.all(both.map((collStats) => database.command({ collStats })));
  const used = await Promise.all(
    both.map(async (name) => {
      const found = await database
        .collection(name)
        .aggregate([{ $indexStats: {} }])
        .toArray();
      return found.map((index) => {
        const { name: key, accesses } = index as { name: string; accesses: { ops: number } };
        return [`${name} ${key}`, Number(accesses.ops)] as const;
      });
    }),
  );
  const count = Number(stats[0]?.count);
  const bytes = stats.reduce(
    (sum, { storageSize, totalIndexSize }) => sum + Number(storageSize) + Number(totalIndexSize),
    0,
  );
  return {
    payments: count,
    deliveries: Number(stats[1]?.count),
    bytesEach: bytes / count,
    indexes: Object.fromEntries(used.flat()),
  };
}

answerQuestions<Question>(async (question) => {
  if ('fill' in question) return fill(question.fill);
  if ('sample' in question) return sample(question.sample, question.of, question.key);
  if ('time' in question) return timeEach(question.count, await TIMED[question.time]());
  if ('about' in question) return about();
  const operator = { email: 'bench@tollgate.example', password: PASSWORD, role: 'admin' };
  return (await createOperator(operator)).api_token;
});
