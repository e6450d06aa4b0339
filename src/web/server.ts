import { config } from '../../config/index.js';
import { refuseWhenFull } from '../api/admission.js';
import { createApp } from './app.js';
import { startGateways } from '../gateways/start.js';
import { connectDatabase, disconnectDatabase } from '../database/client.js';
import { watchConnections } from '../http/connections-first.js';
import { drain } from '../http/drain.js';
import { listen } from '../http/listen.js';
import { startMetricsServer } from '../http/metrics-server.js';
import { serverOf } from '../http/server-of.js';
import { invalidateMerchants } from '../merchants/find-merchant.js';
import { onMerchantChange } from '../merchants/merchant-changes.js';
import { subscribeDelay } from '../jobs/queue-delay.js';
import { runProcess } from '../process/run-process.js';
import { subscribeCompletions } from '../payments/completions.js';
import { redis } from '../redis/client.js';

runProcess('web', async () => {
  await connectDatabase();
  const stopHearing = [
    await startGateways(),
    onMerchantChange(invalidateMerchants),
    subscribeCompletions(),
    subscribeDelay(),
  ];
  const metrics = await startMetricsServer();
  const server = serverOf(createApp(), refuseWhenFull);
  watchConnections(server);
  await listen(server, { port: config.ports.web, backlog: config.listenBacklog }, 'PORT');
  return async () => {
    await drain(server);
    metrics.close();
    for (const stop of stopHearing) stop();
    await disconnectDatabase();
    redis.disconnect();
  };
});
