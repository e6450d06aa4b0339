import Joi from 'joi';
import { resolve } from 'node:path';
import { readConcurrency } from './concurrency.js';
import { readEnvironment } from './environment.js';
import { readGatewayUrls } from './gateway-urls.js';
import { ROOT } from './root.js';
import { SETTINGS, type Values } from './settings.js';
import { withoutSlash } from './without-slash.js';

/** A setting is missing or wrong; the message names every fault. */
export class ConfigError extends Error {
  constructor(...faults: string[]) {
    super(['Bad configuration:', ...faults].join('\n  - '));
  }
}

const schema = Joi.object(Object.fromEntries(Object.entries(SETTINGS).map(([name, { schema }]) => [name, schema])));

function deepFreeze<T extends object>(value: T): Readonly<T> {
  for (const inner of Object.values(value)) if (inner !== null && typeof inner === 'object') deepFreeze(inner);
  return Object.freeze(value);
}

/**
 * A sentence for each port that an earlier setting has taken: processes on one machine need different ports. 0 is any
 * free one.
 */
function equalPorts(ports: Record<string, number>): string[] {
  const entries = Object.entries(ports).filter(([, port]) => port !== 0);
  return entries.flatMap(([name, port]) => {
    const [first = name] = entries.find(([, other]) => other === port) ?? [];
    return first === name ? [] : [`"${name}" must be another port than ${first}, which is ${port} too`];
  });
}

/**
 * Checks the environment and gives the frozen configuration. Durations are seconds.
 * @throws {ConfigError} naming every fault at once
 */
export function loadConfig(env: NodeJS.ProcessEnv) {
  const checked = schema.validate(env, { abortEarly: false, stripUnknown: true });
  const faults = checked.error?.details.map((detail) => detail.message) ?? [];
  const values = checked.value as Values; // joi checks it against the same table; with faults it goes no further
  const sandboxApiPort = values.SANDBOX_API_PORT ?? ((values.SANDBOX_PORT + 10_000) % 65_536 || 1);
  const { PORT, CONSOLE_PORT, SANDBOX_PORT, METRICS_PORT } = values;
  const production = values.NODE_ENV === 'production';
  // In production each process may run on its own machine, on a port that the platform chose.
  const sandboxPorts = { SANDBOX_PORT, SANDBOX_API_PORT: sandboxApiPort };
  if (!production) faults.push(...equalPorts({ PORT, CONSOLE_PORT, ...sandboxPorts, METRICS_PORT }));
  const concurrency = readConcurrency(env, faults);
  const gatewayUrls = readGatewayUrls(env, production, faults);
  if (faults.length > 0) throw new ConfigError(...faults);

  return deepFreeze({
    production,
    test: values.NODE_ENV === 'test',
    logLevel: values.LOG_LEVEL,
    localDir: resolve(ROOT, values.LOCAL_DIR),
    ports: {
      web: values.PORT,
      console: values.CONSOLE_PORT,
      sandbox: values.SANDBOX_PORT,
      sandboxApi: sandboxApiPort,
      metrics: values.METRICS_PORT,
    },
    metricsHost: values.METRICS_HOST,
    publicUrl: withoutSlash(values.PUBLIC_URL ?? `http://127.0.0.1:${values.PORT}`),
    mongodbUri: values.MONGODB_URI,
    mongodbTimeout: values.MONGODB_TIMEOUT,
    indexBuildTimeout: values.INDEX_BUILD_TIMEOUT,
    redis: {
      url: values.REDIS_URL,
      timeout: values.REDIS_TIMEOUT,
      ca: values.REDIS_CA_FILE,
      sentinels: values.REDIS_SENTINELS,
      sentinelPassword: values.REDIS_SENTINEL_PASSWORD,
      /** Some nodes of a Redis Cluster; empty without one. */
      cluster: values.REDIS_CLUSTER,
    },
    queuePrefix: values.QUEUE_PREFIX,
    /** The first one seals and hashes. The others are still, or already, accepted. */
    masterKeys: values.MASTER_KEY,
    card: {
      publicKey: values.CARD_PUBLIC_KEY,
      sealTtl: values.CARD_SEAL_TTL,
      answerWait: values.CARD_ANSWER_WAIT,
      velocity: values.CARD_VELOCITY,
    },
    gatewayTimeout: values.GATEWAY_TIMEOUT,
    gatewayConnectTimeout: values.GATEWAY_CONNECT_TIMEOUT,
    /** Of gateways that are companies. */
    gatewayCallTimeout: values.GATEWAY_CALL_TIMEOUT,
    /** Stand-ins of a developer, by connector. */
    gatewayUrls,
    gatewayBreaker: {
      failures: values.GATEWAY_BREAKER_FAILURES,
      window: values.GATEWAY_BREAKER_WINDOW,
      pause: values.GATEWAY_BREAKER_PAUSE,
    },
    gatewayAccountsRefresh: values.GATEWAY_ACCOUNTS_REFRESH,
    reconcileWaits: values.RECONCILE_WAITS,
    threeDs: { expiry: values.THREE_DS_EXPIRY, pollWaits: values.THREE_DS_POLL_WAITS },
    upi: {
      expiry: values.UPI_EXPIRY,
      intentPackage: values.UPI_INTENT_PACKAGE,
      appPrefixes: Object.fromEntries(values.UPI_APP_PREFIXES.split(',').map((pair) => pair.split('='))) as Record<
        string,
        string
      >, // of the pattern that joi has checked
    },
    checkoutExpiry: values.CHECKOUT_EXPIRY,
    walletExpiry: values.WALLET_EXPIRY,
    proof: { overdue: values.PROOF_OVERDUE, deadline: values.PROOF_DEADLINE, retention: values.PROOF_RETENTION },
    lateMoney: { window: values.LATE_MONEY_WINDOW, waits: values.LATE_MONEY_WAITS },
    newsOverdue: values.NEWS_OVERDUE,
    ledgerDelay: values.LEDGER_DELAY,
    sweepInterval: values.SWEEP_INTERVAL,
    watchdog: values.WATCHDOG,
    jobLock: values.JOB_LOCK,
    ipn: {
      retryWaits: values.IPN_RETRY_WAITS,
      timeout: values.IPN_TIMEOUT,
      slowWait: values.IPN_SLOW_WAIT,
      breaker: {
        failures: values.IPN_BREAKER_FAILURES,
        window: values.IPN_BREAKER_WINDOW,
        pause: values.IPN_BREAKER_PAUSE,
      },
      overdue: values.IPN_OVERDUE,
      certificateWarning: values.IPN_CERTIFICATE_WARNING,
      eventRetention: values.IPN_EVENT_RETENTION,
      attemptRetention: Math.min(values.IPN_ATTEMPT_RETENTION, values.IPN_EVENT_RETENTION),
      retentionInterval: values.IPN_RETENTION_INTERVAL,
      allowedNetworks: values.IPN_ALLOWED_NETWORKS ?? [],
    },
    secretGrace: values.SECRET_GRACE,
    requestHeadersTimeout: values.REQUEST_HEADERS_TIMEOUT,
    requestBodyTimeout: values.REQUEST_BODY_TIMEOUT,
    bodyRoom: values.BODY_ROOM,
    admission: { inFlight: values.WEB_IN_FLIGHT, queuePatience: values.QUEUE_PATIENCE },
    listenBacklog: values.LISTEN_BACKLOG,
    keepAlive: values.KEEP_ALIVE,
    requestLinger: values.REQUEST_LINGER,
    trustProxy: values.TRUST_PROXY,
    rateLimits: values.RATE_LIMITS === 'on',
    sandbox: {
      url: withoutSlash(values.SANDBOX_URL ?? `http://127.0.0.1:${values.SANDBOX_PORT}`),
      apiUrl: withoutSlash(values.SANDBOX_API_URL ?? `http://127.0.0.1:${sandboxApiPort}`),
      apiKey: values.SANDBOX_API_KEY,
      customerDelay: values.SANDBOX_CUSTOMER_DELAY,
      retention: values.SANDBOX_RETENTION,
      refundDays: values.SANDBOX_REFUND_DAYS,
      disputeDelay: values.SANDBOX_DISPUTE_DELAY,
      faults: values.SANDBOX_FAULTS === 'on',
    },
    concurrency,
  });
}

/** The exit code of sysexits.h for a wrong setting: starting again will not help. */
export const EX_CONFIG = 78;

/** Ends the process, saying what is wrong with its settings. */
export function refuseToStart({ message }: Error): never {
  process.stderr.write(`${message}\n`);
  process.exit(EX_CONFIG);
}

function loadOrExit() {
  try {
    return loadConfig(readEnvironment(process.env));
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    refuseToStart(error);
  }
}

export const config = loadOrExit();
