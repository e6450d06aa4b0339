import { addJob } from '../../../src/jobs/queue.js';
import { startWorker } from '../../../src/jobs/worker.js';
import { answerQuestions } from '../answer-questions.js';
import { JOB, runJobs, type QueueQuestion } from './run-jobs.js';

// Our queue layer alone: the same in the way that Tollgate uses BullMQ, with jobs that do nothing.

let onDone = () => {};
const worker = startWorker(JOB, async () => onDone());
await worker.waitUntilReady();

answerQuestions<QueueQuestion>(({ count }) =>
  runJobs(
    count,
    (id) => addJob(JOB, { id, version: 1 }, 0),
    (listener) => (onDone = listener),
  ),
);
