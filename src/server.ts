import { createServer } from 'node:http';
import { config } from '../config/index.js';
import { createApp } from './app.js';
import { connectDatabase, disconnectDatabase } from './database.js';
import { listen } from './http/listen.js';
import { startMetricsServer } from './http/metrics-server.js';
import { forgetMerchants } from './merchants/find-merchant.js';
import { onMerchantChange } from './merchants/merchant-changes.js';
import { runProcess } from './process.js';
import { closeEndings, endingsOf } from './queue.js';
import { redis } from './redis.js';

/** Jobs whose ends somebody may wait for: a merchant's call, or a customer who comes back. */
const AWAITED = [
  'card-authorization',
  'three-ds-resolution',
  'upi-confirmation',
  'wallet-confirmation',
  'reconciliation',
] as const;

runProcess('web', async () => {
  await connectDatabase();
  for (const job of AWAITED) endingsOf(job); // heard from the first request on
  const stopHearing = onMerchantChange(forgetMerchants);
  const metrics = await startMetricsServer();
  const server = createServer(
    { headersTimeout: 15_000, requestTimeout: 0, connectionsCheckingInterval: 5000 },
    createApp(),
  );
  await listen(server, config.ports.web, 'PORT');
  return async () => {
    await new Promise((resolve) => server.close(resolve)); // answers what it has taken, idle connections end at once
    metrics.close();
    stopHearing();
    await closeEndings();
    await disconnectDatabase();
    redis.disconnect();
  };
});
