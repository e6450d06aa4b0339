import type { PaymentJobName, JobPayload } from '../jobs/catalogue.js';
import { logger } from '../telemetry/logger.js';
import { jobId } from '../jobs/queue.js';
import { channelOf, listen } from '../redis/pubsub.js';
import { redis } from '../redis/client.js';
import { hasPayment } from './payment.model.js';

// A request may wait for the job that it has enqueued. The worker says that the job is done as soon as MongoDB holds
// the result, before the queue notes it. That is sooner than QueueEvents, and without their four events for each job.

const CHANNEL = 'completions';
/** How often a waiting request polls for itself: the news may be lost with a worker, or while Redis is away. */
const POLL_MS = 2000;

type News = [jobId: string, returned: unknown];

const waiting = new Map<string, Set<(returned: unknown) => void>>();

/** Says that a job is done, to the requests that wait for it. Best effort. */
export function publishCompletion(job: PaymentJobName, payload: JobPayload, returned: unknown): void {
  const news: News = [jobId(job, payload), returned];
  redis
    .publish(channelOf(CHANNEL), JSON.stringify(news))
    .catch((error: unknown) => logger.debug('completion.unpublished', { job, ...payload, error }));
}

/** Subscribes to the completions of jobs. @returns a function that stops listening */
export const subscribeCompletions = (): (() => void) =>
  listen(CHANNEL, (message) => {
    const [id, returned] = JSON.parse(message) as News; // our own worker's
    waiting.get(id)?.forEach((tell) => tell(returned));
  });

/** The completion of one job, which somebody waits for. */
export interface Completion {
  /**
   * Resolves with what the job returned, or with undefined when what it is about has moved on without news of it, or when
   * the seconds given are over. Only a hint: the truth is in MongoDB.
   */
  within(seconds: number): Promise<unknown>;
  /** Stops listening for it. */
  unsubscribe(): void;
}

const hasPaymentMoved = ({ id, version }: JobPayload): Promise<boolean> =>
  hasPayment({ _id: id, version: { $gt: version } });

async function orFalse(hasMoved: typeof hasPaymentMoved, { id, version }: JobPayload): Promise<boolean> {
  try {
    return await hasMoved({ id, version });
  } catch (error) {
    logger.debug('completion.unread', { id, version, error }); // who waits goes on waiting: the news may still come
    return false;
  }
}

/**
 * Call before the job is enqueued, so that its completion cannot be missed.
 * @param hasMoved whether what the job is about has moved on: by itself, when it is no longer at the payload's version
 */
export function awaitCompletion(job: PaymentJobName, payload: JobPayload, hasMoved = hasPaymentMoved): Completion {
  const id = jobId(job, payload);
  const listeners = waiting.get(id) ?? new Set();
  waiting.set(id, listeners); // two tabs of one customer may wait for the same job
  let complete: (returned: unknown) => void = () => undefined;
  const completed = new Promise<unknown>((resolve) => listeners.add((complete = resolve)));
  let nextPoll: NodeJS.Timeout | undefined;

  async function poll(end: number): Promise<void> {
    if (performance.now() >= end || (await orFalse(hasMoved, payload))) complete(undefined);
    else if (listeners.has(complete)) pollLater(end);
  }

  function pollLater(end: number): void {
    nextPoll = setTimeout(() => void poll(end), Math.min(end - performance.now(), POLL_MS));
  }

  return {
    within(seconds) {
      pollLater(performance.now() + seconds * 1000);
      return completed;
    },
    unsubscribe() {
      clearTimeout(nextPoll);
      listeners.delete(complete);
      if (listeners.size === 0) waiting.delete(id);
    },
  };
}
