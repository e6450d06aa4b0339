import { connectDatabase, disconnectDatabase } from '../src/database/client.js';
import { startMetricsServer } from '../src/http/metrics-server.js';
import { invalidateEndpoints } from '../src/ipn/endpoint-health.js';
import { closeCaller } from '../src/ipn/call/post.js';
import { planComparisons } from '../src/reconciliation/plan-comparisons.js';
import { JOB_NAMES, type JobName } from '../src/jobs/catalogue.js';
import { onMerchantChange } from '../src/merchants/merchant-changes.js';
import { invalidateSecrets } from '../src/merchants/secrets.js';
import { runProcess } from '../src/process/run-process.js';
import { startWorker } from '../src/jobs/queue.js';
import { redis, requireFitRedis } from '../src/redis/client.js';
import { loadCardPrivateKeys } from '../src/vault/open-card.js';
import { workers } from './index.js';
import { startSweeper } from './sweeper.js';
import { startRetention } from './retention.js';

// node dist/workers/run.js <job…> starts the named jobs in one process, so that jobs can be split over processes.

const isJob = (name: string): name is JobName => (JOB_NAMES as string[]).includes(name);

function jobsToRun(names: string[]): JobName[] {
  const unknown = names.filter((name) => !isJob(name));
  if (names.length > 0 && unknown.length === 0) return names.filter(isJob);
  process.stderr.write(`Usage: run.js <job…>, with jobs out of: ${JOB_NAMES.join(' ')}\n`);
  process.exit(64); // EX_USAGE of sysexits.h
}

const jobs = jobsToRun(process.argv.slice(2));

/** What ipn-delivery remembers of merchants. */
function invalidateSecretsAndEndpoints(): void {
  invalidateSecrets();
  invalidateEndpoints();
}

runProcess(jobs.includes('ipn-delivery') ? 'ipn' : 'payments', async () => {
  if (jobs.includes('card-authorization')) loadCardPrivateKeys();
  await connectDatabase();
  await requireFitRedis();
  const metrics = await startMetricsServer();
  if (jobs.includes('reconciliation')) await planComparisons();
  const running = jobs.map((name) => startWorker(name, workers[name]));
  const stopHearing = jobs.includes('ipn-delivery') && onMerchantChange(invalidateSecretsAndEndpoints);
  const stopSweeper = startSweeper();
  const stopUpkeep = startRetention();
  return async () => {
    await Promise.all([stopSweeper(), stopUpkeep()]);
    await Promise.all(running.map((worker) => worker.close()));
    await closeCaller();
    if (stopHearing) stopHearing();
    metrics.close();
    await disconnectDatabase();
    redis.disconnect();
  };
});
