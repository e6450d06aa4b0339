import { Counter, Gauge, Histogram } from 'prom-client';

// What processes count while they work; callbacks, by account, in callbacks/callbacks-came.ts. Gauges, which are looked up
// when scraped, are in console/overview/gauges.ts.

/** Payments that have ended. One whose money comes late is counted a second time. */
export const paymentsEnded = new Counter({
  name: 'tollgate_payments_total',
  help: 'Payments that have ended, by mode, method and public status',
  labelNames: ['mode', 'method', 'result'] as const,
});

export const refundsEnded = new Counter({
  name: 'tollgate_refunds_total',
  help: 'Refunds that have ended, by public status; one that is taken back counts once more',
  labelNames: ['result'] as const,
});

export const disputesMoved = new Counter({
  name: 'tollgate_disputes_total',
  help: 'Disputes that were opened or closed, by the state that they came to',
  labelNames: ['state'] as const,
});

export const gatewaySeconds = new Histogram({
  name: 'tollgate_gateway_seconds',
  help: 'Calls to gateways, by mode of the account and by whether anybody answered',
  labelNames: ['gateway', 'mode', 'call', 'answered'] as const,
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
});

export const requestSeconds = new Histogram({
  name: 'tollgate_request_seconds',
  help: 'Requests to the web process, by path and HTTP status; 499: its caller left before the answer',
  labelNames: ['path', 'status'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
});

export const initiatesInFlight = new Gauge({
  name: 'tollgate_initiates_in_flight',
  help: 'Initiate calls that this web process works on, of which it takes WEB_IN_FLIGHT',
});

export const initiatesRefused = new Counter({
  name: 'tollgate_initiates_refused_total',
  help: 'Initiate calls that were refused for more load than can be taken, by what was full; not in request_seconds',
  labelNames: ['full'] as const,
});
// From the first scrape on, so that the first refusals are seen as a rise.
for (const full of ['process', 'queue']) initiatesRefused.inc({ full }, 0);

export const deliveryAttempts = new Counter({
  name: 'tollgate_delivery_attempts_total',
  help: 'Notifications sent, by what came of it: delivered, or the class of the error',
  labelNames: ['result'] as const,
});

export const deliveryLag = new Histogram({
  name: 'tollgate_delivery_lag_seconds',
  help: 'From a result to the first acceptance of its notification',
  buckets: [0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15, 30, 60, 120, 600, 3600, 86_400], // 60: what the alert asks for
});

export const jobsFailed = new Counter({
  name: 'tollgate_jobs_failed_total',
  help: 'Jobs that ended with a fault of ours and will be tried again',
  labelNames: ['job'] as const,
});

/** Rises only after something was lost: a process that died between two steps, or a job in Redis. */
export const sweeperRepairs = new Counter({
  name: 'tollgate_sweeper_repairs_total',
  help: 'What the sweeper had to do for somebody: results published, lost jobs of what is long due enqueued again',
  labelNames: ['what'] as const,
});
// From the first scrape on, so that the first repairs are seen as a rise.
for (const what of ['enqueued', 'published']) sweeperRepairs.inc({ what }, 0);

export const logLinesLost = new Counter({
  name: 'tollgate_log_lines_lost_total',
  help: 'Lines of the log that could not be written, for want of room on the disk or of a reader',
});
