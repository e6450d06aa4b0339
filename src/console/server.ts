import { config } from '../../config/index.js';
import { startGateways } from '../gateways/start.js';
import { connectDatabase, disconnectDatabase } from '../database/client.js';
import { drain } from '../http/drain.js';
import { listen } from '../http/listen.js';
import { startMetricsServer } from '../http/metrics-server.js';
import { serverOf } from '../http/server-of.js';
import { subscribeCompletions } from '../payments/completions.js';
import { runProcess } from '../process/run-process.js';
import { redis } from '../redis/client.js';
import { createConsole } from './app.js';
import './overview/gauges.js'; // so that /metrics has them

runProcess('console', async () => {
  await connectDatabase();
  const stopGateways = await startGateways();
  const stopHearing = subscribeCompletions(); // of refunds that operators ask for
  const metrics = await startMetricsServer();
  const server = serverOf(createConsole());
  await listen(server, { port: config.ports.console }, 'CONSOLE_PORT');
  return async () => {
    await drain(server);
    metrics.close();
    stopGateways();
    stopHearing();
    await disconnectDatabase();
    redis.disconnect();
  };
});
