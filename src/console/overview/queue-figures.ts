import { JOB_NAMES, JOBS, type JobName } from '../../jobs/catalogue.js';
import { queueOf } from '../../jobs/queue.js';
import { unlessRedisIsAway } from '../../redis/client.js';

async function figuresOf(name: JobName) {
  const queue = queueOf(name);
  const [counts, [oldest], isHeld] = await Promise.all([
    queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
    queue.getJobs(['waiting'], 0, 0, true),
    queue.isPaused(),
  ]);
  const { waiting = 0, active = 0, delayed = 0, failed = 0 } = counts;
  return {
    name,
    about: JOBS[name].about,
    waiting,
    active,
    delayed,
    failed,
    /** By an admin, on the board: nobody takes its jobs. */
    isHeld,
    /** Since when the job that waits longest could have run. */
    oldest: oldest ? new Date(oldest.timestamp + oldest.delay) : null,
  };
}

/** What every queue has to do; null while Redis is away, which the rest of the page does not need. */
export const queueFigures = () => unlessRedisIsAway(() => Promise.all(JOB_NAMES.map(figuresOf)));
