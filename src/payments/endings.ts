import type { PaymentJobName, WakeUp } from '../jobs/catalogue.js';
import { logger } from '../telemetry/logger.js';
import { jobId } from '../jobs/queue.js';
import { channelOf, listen } from '../redis/pubsub.js';
import { redis } from '../redis/client.js';
import { payments } from './payment.model.js';

// A request may wait for the job that it has woken. The worker says that the job is done as soon as MongoDB holds the
// result, before the queue notes it. That is sooner than QueueEvents, and without their four events for each job.

const CHANNEL = 'endings';
/** How often a waiting request looks for itself: the news may be lost with a worker, or while Redis is away. */
const LOOK_MS = 2000;

type News = [jobId: string, returned: unknown];

const waiting = new Map<string, Set<(returned: unknown) => void>>();

/** Says that a job is done, to the requests that wait for it. Best effort. */
export function tellEnding(job: PaymentJobName, wakeUp: WakeUp, returned: unknown): void {
  const news: News = [jobId(job, wakeUp), returned];
  redis
    .publish(channelOf(CHANNEL), JSON.stringify(news))
    .catch((error: unknown) => logger.debug('ending.unheard', { job, ...wakeUp, error }));
}

/** Listens for jobs that end. @returns a function that stops listening */
export const hearEndings = (): (() => void) =>
  listen(CHANNEL, (message) => {
    const [id, returned] = JSON.parse(message) as News; // our own worker's
    waiting.get(id)?.forEach((tell) => tell(returned));
  });

/** One job whose end somebody waits for. */
export interface Ending {
  /**
   * Resolves with what the job returned, or with undefined when its payment has moved on without news of it, or when
   * the seconds given are over. Only a hint: the truth is in MongoDB.
   */
  within(seconds: number): Promise<unknown>;
  /** Stops listening for it. */
  forget(): void;
}

async function hasMovedOn({ id, gen }: WakeUp): Promise<boolean> {
  try {
    return (await payments.findOne({ _id: id, gen: { $gt: gen } }, { projection: { _id: 1 } })) !== null;
  } catch (error) {
    logger.debug('ending.unseen', { id, gen, error }); // who waits goes on waiting: the news may still come
    return false;
  }
}

/** Call before the job is enqueued, so that its end cannot be missed. */
export function expectEnding(job: PaymentJobName, wakeUp: WakeUp): Ending {
  const id = jobId(job, wakeUp);
  const listeners = waiting.get(id) ?? new Set();
  waiting.set(id, listeners); // two tabs of one customer may wait for the same job
  let tell: (returned: unknown) => void = () => undefined;
  const told = new Promise<unknown>((resolve) => listeners.add((tell = resolve)));
  let nextLook: NodeJS.Timeout | undefined;

  async function look(end: number): Promise<void> {
    if (performance.now() >= end || (await hasMovedOn(wakeUp))) tell(undefined);
    else if (listeners.has(tell)) lookLater(end);
  }

  function lookLater(end: number): void {
    nextLook = setTimeout(() => void look(end), Math.min(end - performance.now(), LOOK_MS));
  }

  return {
    within(seconds) {
      lookLater(performance.now() + seconds * 1000);
      return told;
    },
    forget() {
      clearTimeout(nextLook);
      listeners.delete(tell);
      if (listeners.size === 0) waiting.delete(id);
    },
  };
}
