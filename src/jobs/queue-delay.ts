import type { Job, Worker } from 'bullmq';
import { config } from '../../config/index.js';
import { redis } from '../redis/client.js';
import { channelOf, listen } from '../redis/pubsub.js';
import { logger } from '../telemetry/logger.js';
import { milliseconds } from '../time.js';

// Whether jobs wait too long for a worker is seen where they are taken, and told only while it is so: who takes calls
// asks nobody, and what is well costs nothing. News that are lost are told again.

const CHANNEL = 'late-cards';
const TOLD_EVERY_MS = 250;
/** How long news count: longer than the next may take to come. */
const COUNTS_FOR_MS = 1000;

const patience = milliseconds(config.admission.queuePatience);

const tell = (): void =>
  void redis.publish(channelOf(CHANNEL), '').catch((error: unknown) => logger.debug('lateness.untold', { error }));

/**
 * How long a job has waited for its worker, in ms. No longer than there has always been another one to take: clocks of two
 * machines may differ, and a worker that has just begun says nothing about the others.
 */
function waitOf({ timestamp, opts: { delay = 0 } }: Job, busySince: number): number {
  return Math.min(Date.now() - timestamp - delay, performance.now() - busySince);
}

/**
 * Watches how long the jobs of a worker have waited when it takes them. From one that waited for longer than
 * QUEUE_PATIENCE until one that did not, or until none waits, all web processes are told.
 */
export function watchDelay(worker: Worker): void {
  let busySince: number | undefined;
  let telling: NodeJS.Timeout | undefined;

  function calmDown(): void {
    clearInterval(telling);
    telling = undefined;
  }

  function takeNote(job: Job): void {
    busySince ??= performance.now();
    if (job.attemptsStarted > 1 || job.opts.lifo) return; // it has waited for something else, or did not stand in line
    if (waitOf(job, busySince) <= patience) return calmDown();
    if (telling) return;
    tell();
    telling = setInterval(tell, TOLD_EVERY_MS);
  }

  worker.on('active', takeNote);
  worker.on('drained', () => {
    busySince = undefined;
    calmDown();
  });
  worker.on('closing', calmDown);
}

let lateUntil = -Infinity;

/** Subscribes to news of cards that wait for too long. @returns a function that stops listening */
export const subscribeDelay = (): (() => void) =>
  listen(CHANNEL, () => (lateUntil = performance.now() + COUNTS_FOR_MS));

/** Whether card jobs wait for longer than QUEUE_PATIENCE for a worker. */
export const areCardsLate = (): boolean => performance.now() < lateUntil;
