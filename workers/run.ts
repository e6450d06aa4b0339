import { connectDatabase, disconnectDatabase } from '../src/database/client.js';
import { startGateways } from '../src/gateways/start.js';
import { startMetricsServer } from '../src/http/metrics-server.js';
import { invalidateEndpoints } from '../src/ipn/endpoint-health.js';
import { closeCaller } from '../src/ipn/call/post.js';
import { planComparisons } from '../src/reconciliation/plan-comparisons.js';
import { isJob, JOB_NAMES, JOBS, jobsOfProcess, type JobName } from '../src/jobs/catalogue.js';
import { onMerchantChange } from '../src/merchants/merchant-changes.js';
import { invalidateSecrets } from '../src/merchants/secrets.js';
import { runProcess } from '../src/process/run-process.js';
import { startWorker } from '../src/jobs/worker.js';
import { watchDelay } from '../src/jobs/queue-delay.js';
import { redis, requireFitRedis } from '../src/redis/client.js';
import { loadCardPrivateKeys } from '../src/vault/open-card.js';
import { processorOf } from './processor-of.js';
import { startAskingAgain } from './asking-again.js';
import { startSweeper } from './sweeper.js';
import { startRetention } from './retention.js';

// node dist/workers/run.js <process or job…> starts all jobs of a process of the Procfile, or single ones, so that jobs
// can be split over processes.

/** The lines of the Procfile whose jobs these are. */
const processesOf = (jobs: JobName[]) => [...new Set(jobs.map((name) => JOBS[name].process))];

function jobsToRun(names: string[]): JobName[] {
  const jobs = names.map((name) => (isJob(name) ? [name] : jobsOfProcess(name)));
  if (jobs.length > 0 && jobs.every((found) => found.length > 0)) return [...new Set(jobs.flat())];
  process.stderr.write(
    `Usage: run.js <process or job…>, out of: ${[...processesOf(JOB_NAMES), ...JOB_NAMES].join(' ')}\n`,
  );
  process.exit(64); // EX_USAGE of sysexits.h
}

const jobs = jobsToRun(process.argv.slice(2));

/** What ipn-delivery remembers of merchants. */
function invalidateSecretsAndEndpoints(): void {
  invalidateSecrets();
  invalidateEndpoints();
}

runProcess(processesOf(jobs).join(' '), async () => {
  if (jobs.includes('card-authorization')) loadCardPrivateKeys();
  await connectDatabase();
  const stopGateways = await startGateways();
  await requireFitRedis();
  const metrics = await startMetricsServer();
  if (jobs.includes('reconciliation')) await planComparisons();
  const running = await Promise.all(
    jobs.map(async (name) => {
      const worker = startWorker(name, await processorOf(name));
      if (name === 'card-authorization') watchDelay(worker);
      return worker;
    }),
  );
  const stopHearing = jobs.includes('ipn-delivery') && onMerchantChange(invalidateSecretsAndEndpoints);
  const stopSweeper = startSweeper();
  const stopAskingAgain = startAskingAgain();
  const stopRetention = startRetention();
  return async () => {
    await Promise.all([stopSweeper(), stopAskingAgain(), stopRetention()]);
    await Promise.all(running.map((worker) => worker.close()));
    await closeCaller();
    if (stopHearing) stopHearing();
    metrics.close();
    stopGateways();
    await disconnectDatabase();
    redis.disconnect();
  };
});
