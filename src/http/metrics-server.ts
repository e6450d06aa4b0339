import { createServer, type Server } from 'node:http';
import { collectDefaultMetrics, register } from 'prom-client';
import { config } from '../../config/index.js';
import { logger } from '../telemetry/logger.js';
import { listen } from './listen.js';

/** A timer of its own measures how late the event loop is: by default it wakes each process, idle too, a hundred times a second. */
const LAG_MEASURED_EVERY_MS = 100;
collectDefaultMetrics({ eventLoopMonitoringPrecision: LAG_MEASURED_EVERY_MS });

async function answer(path: string | undefined): Promise<{ status: number; type: string; body: string }> {
  if (path === '/metrics') return { status: 200, type: register.contentType, body: await register.metrics() };
  if (path === '/healthz') return { status: 200, type: 'text/plain', body: 'ok\n' };
  return { status: 404, type: 'text/plain', body: 'Not found\n' };
}

/** Prometheus metrics and liveness of this process, on an address that the public cannot reach. */
export async function startMetricsServer(): Promise<Server> {
  const server = createServer((req, res) => {
    answer(req.url)
      .then(({ status, type, body }) => res.writeHead(status, { 'content-type': type }).end(body))
      .catch((error: unknown) => {
        logger.error('metrics.failed', { error });
        res.writeHead(500).end();
      });
  });
  await listen(server, { port: config.ports.metrics, host: config.metricsHost }, 'METRICS_HOST or METRICS_PORT');
  return server;
}
