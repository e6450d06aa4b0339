import { createServer } from 'node:http';
import { join } from 'node:path';
import { config, ConfigError } from '../../config/index.js';
import { listen } from '../http/listen.js';
import { startMetricsServer } from '../http/metrics-server.js';
import { logger } from '../telemetry/logger.js';
import { runProcess } from '../process/run-process.js';
import { startChargeNews } from './charge-news.js';
import { openDue } from './disputes/disputing.js';
import { createFaultSwitch } from './fault-switch.js';
import { openLedger, type Ledger } from './ledger.js';
import { createCallbacks } from './orders/callbacks.js';
import { doDue, startClock } from './orders/clock.js';
import { tellDue } from './orders/tell-due.js';
import { pages } from './pages.js';
import { paymentApi } from './payment-api.js';
import { createPoster } from './poster.js';
import { shut } from './shut.js';

/** Old keys are purged so many times in one retention: none is kept for more than a thousandth longer. */
const TIMES_IN_RETENTION = 1000;
const KEEP_ALIVE = 65_000; // ms; longer than clients keep an idle connection, so that none is cut under their feet

/** Codes of a folder or file that is not what it should be, or not ours. Starting again will not help. */
const UNUSABLE = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT'];

/** @throws {ConfigError} when LOCAL_DIR cannot hold the ledger */
function openLedgerIn(folder: string): Ledger {
  try {
    return openLedger(join(folder, 'sandbox', 'ledger.jsonl'));
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && UNUSABLE.some((code) => code === error.code))) throw error;
    throw new ConfigError(`"LOCAL_DIR" must be a folder to write to: ${error.message}`);
  }
}

// The sandbox plays the outside gateway: it knows nothing of payments and has no database, and whoever wants something
// of it asks over HTTP.
runProcess('sandbox', async () => {
  const { ports, sandbox } = config;
  const ledger = openLedgerIn(config.localDir);

  const apiServer = createServer({ keepAliveTimeout: KEEP_ALIVE });
  const faults = createFaultSwitch(apiServer, ports.sandboxApi);
  apiServer.on('request', paymentApi(ledger, sandbox.apiKey, faults.current));
  const pageServer = createServer(pages(ledger, faults));

  await listen(apiServer, { port: ports.sandboxApi }, 'SANDBOX_API_PORT');
  await listen(pageServer, { port: ports.sandbox }, 'SANDBOX_PORT');
  const metricsServer = await startMetricsServer();
  const poster = createPoster(sandbox.apiKey);
  const isTelling = () => faults.current().callbacks;
  const ofOrders = createCallbacks(ledger.orders, poster, isTelling);
  const ofRefunds = createCallbacks(ledger.refunds, poster, isTelling);
  const ofDisputes = createCallbacks(ledger.disputes, poster, isTelling);
  const stopNews = startChargeNews(ledger, poster, isTelling);
  const stopClock = startClock((now) => {
    doDue(ledger.orders, now, ofOrders);
    openDue(ledger, now);
    ledger.refunds.settle(now);
    tellDue(ledger.disputes.callbacks, now, ofDisputes);
    tellDue(ledger.refunds.callbacks, now, ofRefunds);
  });
  const retentionMs = sandbox.retention * 1000;
  const purge = () => ledger.purge(Date.now() - retentionMs);
  purge();
  const purging = setInterval(purge, retentionMs / TIMES_IN_RETENTION);
  logger.info('sandbox.started', { port: ports.sandbox, apiPort: ports.sandboxApi });

  return async () => {
    // Whoever still waits for an answer is dropped: what was decided is in the ledger already.
    stopClock();
    stopNews();
    for (const callbacks of [ofOrders, ofRefunds, ofDisputes]) callbacks.stop();
    clearInterval(purging);
    await Promise.all([...[apiServer, pageServer, metricsServer].map(shut), poster.stop()]);
    ledger.close();
  };
});
