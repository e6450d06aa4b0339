import { JOBS, type JobName, type JobPayload } from '../../jobs/catalogue.js';
import type { DeliveryRecord } from '../../ipn/delivery.model.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { stateOf } from '../../payments/states.js';
import { jobId, queueOf } from '../../jobs/queue.js';
import { unlessRedisIsAway } from '../../redis/client.js';

/** A job that is still in its queue, where ended ones are kept for a while. */
export interface FoundJob {
  name: JobName;
  about: string;
  /** Its page in Bull Board. */
  href: string;
  addedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  failed: boolean;
}

/**
 * How many versions are looked for: a payment has few, and a delivery that was sent again and again is no reason.
 */
const MAX_VERSIONS = 20;

/** Every version that a document has had is owed a job of its own, under an id that can be computed. */
const payloadsOf = (id: string, version: number): JobPayload[] =>
  Array.from({ length: Math.min(version, MAX_VERSIONS) }, (_, back) => ({ id, version: version - back }));

async function find(name: JobName, payload: JobPayload): Promise<FoundJob[]> {
  const id = jobId(name, payload);
  const job = await queueOf(name).getJob(id);
  if (!job) return [];
  const { timestamp, processedOn, finishedOn, failedReason } = job;
  return [
    {
      name,
      about: JOBS[name].about,
      href: `/queues/queue/${name}/${encodeURIComponent(id)}`,
      addedAt: new Date(timestamp),
      startedAt: processedOn === undefined ? null : new Date(processedOn),
      finishedAt: finishedOn === undefined ? null : new Date(finishedOn),
      failed: Boolean(failedReason),
    },
  ];
}

/** The jobs that owned the statuses that a payment has been in, and the proof's. */
function jobNamesOf({ history, status, proof }: PaymentRecord): JobName[] {
  const owners = [...history.map(({ to }) => to), status].flatMap((each) => stateOf(each).job ?? []);
  return [...new Set<JobName>([...owners, ...(proof ? ['proof-review' as const] : [])])];
}

type Deliveries = Pick<DeliveryRecord, '_id' | 'version'>[];

async function findAll(payment: PaymentRecord, deliveries: Deliveries): Promise<FoundJob[]> {
  const own = jobNamesOf(payment).flatMap((name) => {
    const version = name === 'proof-review' ? (payment.proof?.reviewVersion ?? 0) : payment.version;
    return payloadsOf(payment._id, version).map((payload) => find(name, payload));
  });
  const sent = deliveries.flatMap(({ _id, version }) =>
    payloadsOf(_id, version).map((payload) => find('ipn-delivery', payload)),
  );
  const refunds = (payment.refunds ?? []).flatMap(({ key, version }) =>
    payloadsOf(key, version).map((payload) => find('refund-execution', payload)),
  );
  const inquiries = payloadsOf(payment._id, payment.disputeInquiry?.version ?? 0).map((payload) =>
    find('dispute-inquiry', payload),
  );
  return (await Promise.all([...own, ...refunds, ...inquiries, ...sent])).flat();
}

/** The jobs of a payment and of its notifications that are still in their queues; null while Redis is away. */
export const jobsOfPayment = (payment: PaymentRecord, deliveries: Deliveries): Promise<FoundJob[] | null> =>
  unlessRedisIsAway(() => findAll(payment, deliveries));
