import { date, oneOf, subdocument } from '../database/schema.js';
import { JOB_NAMES, type JobName } from './catalogue.js';
import { logger } from '../telemetry/logger.js';
import { addJob } from './queue.js';
import { takeSnapshot } from './snapshot.js';

/** The job that a waiting document is owed, and when. Written in the same update as the status that asks for it. */
export interface Obligation {
  job: JobName;
  at: Date;
}

export const obligation = subdocument<Obligation>({ job: oneOf(JOB_NAMES), at: date });

/**
 * A document that may wait. `version` rises with every change, and every update is conditional on it (optimistic
 * locking).
 */
export interface Waiting {
  _id: string;
  version: number;
  next?: Obligation | null;
}

/** Whether a document's job is to run at once. */
export const isDue = ({ next }: Pick<Waiting, 'next'>): boolean => !!next && next.at.getTime() <= Date.now();

/** Longer waits stay in MongoDB alone and are enqueued by the sweeper when they fall due. */
export const HORIZON_MS = 600_000;

/**
 * The one queue in which payments that are under way, on the hosted page, stand beside new ones. Theirs go first: their
 * customers wait, and only new ones are refused when there are too many (contract 21).
 */
const TAKES_NEW_ONES: JobName = 'card-authorization';

interface Manner {
  /** Before all others of its queue that wait. */
  first?: boolean;
  /** Gives the document as a snapshot, for one that was stored a moment ago. */
  take?: () => string;
}

async function enqueueFor({ _id: id, version, next }: Waiting, { first, take }: Manner): Promise<void> {
  if (!next) return;
  const { job, at } = next;
  const delay = at.getTime() - Date.now();
  if (delay > HORIZON_MS) return;
  try {
    const snapshot = delay <= 0 ? take?.() : undefined;
    const isFirst = first ?? (job === TAKES_NEW_ONES && !take);
    await addJob(job, { id, version }, delay, { first: isFirst, ...(snapshot !== undefined && { snapshot }) });
  } catch (error) {
    logger.warn('enqueue.postponed', { job, id, error });
  }
}

/**
 * Enqueues the job that a document is owed. Best effort: the obligation is saved already, so when Redis is away
 * the sweeper does it later. The same function enqueues, repairs and rebuilds.
 */
export const enqueue = (document: Waiting): Promise<void> => enqueueFor(document, {});

/**
 * Like enqueue(), but what is due at once, such as for a customer who has come back, goes before what has come due by
 * itself, such as polls for customers who are away.
 */
export const enqueueByDue = (document: Waiting): Promise<void> =>
  enqueueFor(document, isDue(document) ? { first: true } : {});

/** Like enqueue(), for a whole document that was stored a moment ago: a job that begins at once need not read it. */
export const enqueueNew = (document: Waiting): Promise<void> =>
  enqueueFor(document, { take: () => takeSnapshot(document) });
