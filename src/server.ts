import { createServer } from 'node:http';
import { config } from '../config/index.js';
import { createApp } from './app.js';
import { connectDatabase, disconnectDatabase } from './database.js';
import { listen } from './http/listen.js';
import { startMetricsServer } from './http/metrics-server.js';
import { answerUnreadable } from './http/unreadable-request.js';
import { forgetMerchants } from './merchants/find-merchant.js';
import { onMerchantChange } from './merchants/merchant-changes.js';
import { runProcess } from './process.js';
import { hearEndings } from './payments/endings.js';
import { redis } from './redis.js';

runProcess('web', async () => {
  await connectDatabase();
  const stopHearing = [onMerchantChange(forgetMerchants), hearEndings()];
  const metrics = await startMetricsServer();
  const app = createApp();
  const keepAliveTimeout = config.keepAlive * 1000;
  const patience = { keepAliveTimeout, headersTimeout: 15_000, requestTimeout: 0, connectionsCheckingInterval: 5000 };
  const server = createServer(patience, app);
  server.on('clientError', answerUnreadable);
  server.on('checkExpectation', app); // an expectation that we do not know changes nothing (RFC 9110, 10.1.1)
  await listen(server, config.ports.web, 'PORT');
  return async () => {
    await new Promise((resolve) => server.close(resolve)); // answers what it has taken, idle connections end at once
    metrics.close();
    for (const stop of stopHearing) stop();
    await disconnectDatabase();
    redis.disconnect();
  };
});
