import { oneOf, onOrOff } from './kinds/choices.js';
import { cardPublicKey, masterKeys, redisCertificates } from './kinds/keys.js';
import type { Given, Kind } from './kinds/kind.js';
import { callableNetworks, networks } from './kinds/networks.js';
import {
  countWithin,
  numberWithin,
  port,
  portIfAny,
  portOrZero,
  repeatedWaits,
  retention,
  retentionOfAtLeast,
  seconds,
  timer,
  waits,
} from './kinds/numbers.js';
import { address, passwordIfAny, secret, text, textLike } from './kinds/texts.js';
import { baseUrl, clusterNodes, mongodbUri, origin, redisUrl, sentinels } from './kinds/urls.js';

interface Setting {
  schema: Kind<unknown>;
  /** One line for .env.example and the operator's guide. */
  about: string;
}

/**
 * Every setting, in the order of .env.example, which `npm run env-example` prints. Durations are seconds unless the name says
 * otherwise. The code knows each by its name in index.ts.
 */
export const SETTINGS = {
  NODE_ENV: {
    schema: oneOf(['development', 'test', 'production'], 'development'),
    about: 'development, test or production; production refuses every development default below',
  },
  LOG_LEVEL: {
    schema: oneOf(['error', 'warn', 'info', 'debug'], 'info'),
    about: 'how much is logged: error, warn, info, debug',
  },
  LOCAL_DIR: {
    schema: text('.local'),
    about: 'folder of the data that ./scripts/up keeps between runs; another one for a second copy side by side',
  },
  PORT: { schema: port(3000), about: 'the API and the hosted page' },
  CONSOLE_PORT: { schema: port(3001), about: 'the console for operators' },
  SANDBOX_PORT: { schema: port(3002), about: 'the sandbox gateway: its pages, ledger and faults switch' },
  SANDBOX_API_PORT: {
    schema: portIfAny(),
    about: "the sandbox gateway's payment API, which connectors call; 10000 above SANDBOX_PORT when unset",
  },
  METRICS_PORT: {
    schema: portOrZero(),
    about: 'Prometheus metrics and health of this process, on METRICS_HOST; 0 takes any free port',
  },
  METRICS_HOST: {
    schema: address('127.0.0.1'),
    about: 'address that the metrics listen on; never one that the public can reach',
  },
  PUBLIC_URL: {
    schema: origin(),
    about: 'where customers reach the web process, without a path; follows PORT when unset',
  },
  MONGODB_URI: {
    schema: mongodbUri(),
    about: 'the database, with its name in the path; tls=true, tlsCAFile=… and credentials are written into it',
  },
  MONGODB_TIMEOUT: {
    schema: timer(2.5),
    about: 'how long an answer of the database is waited for; with more, calls may take over 3 s while it is away',
  },
  INDEX_BUILD_TIMEOUT: {
    schema: timer(3600),
    about: 'how long a process that starts waits for one index, which a new version may want on a large collection',
  },
  REDIS_URL: {
    schema: redisUrl(),
    about: 'the queue; needs maxmemory-policy noeviction; rediss://user:password@host:port/0 for TLS and credentials',
  },
  REDIS_TIMEOUT: {
    schema: timer(1),
    about: 'how long a request waits for an answer of Redis; workers wait for as long as it takes',
  },
  REDIS_CA_FILE: {
    schema: redisCertificates(),
    about: 'certificates in PEM that Redis and its Sentinels are trusted by; those that Node.js knows when unset',
  },
  REDIS_SENTINELS: {
    schema: sentinels(),
    about: 'hosts of Redis Sentinels, comma-separated; the host in REDIS_URL is then the name of the master',
  },
  REDIS_SENTINEL_PASSWORD: {
    schema: passwordIfAny(),
    about: 'password of the Sentinels themselves, when they have one',
  },
  REDIS_CLUSTER: {
    schema: clusterNodes(),
    about:
      'hosts of more nodes of the Redis Cluster that the one in REDIS_URL belongs to, comma-separated; a few will do',
  },
  QUEUE_PREFIX: {
    schema: textLike(/^\{[a-z0-9-]+\}$/, '{tollgate}'),
    about: 'what every key in Redis begins with, in braces; in a Redis Cluster {tollgate:card-authorization} and so on',
  },
  MASTER_KEY: {
    schema: masterKeys(),
    about:
      'base64 of 32 random bytes: seals secrets, keys every hash; losing it loses them; "new,old" while it is changed',
  },
  CARD_PUBLIC_KEY: {
    schema: cardPublicKey(),
    about: 'base64 X25519 public key (SPKI DER): web processes seal cards with it (make-secrets.js makes a pair)',
  },
  CARD_SEAL_TTL: { schema: seconds(900), about: 'how long a sealed card may wait for its worker' },
  CARD_ANSWER_WAIT: {
    schema: timer(20),
    about: 'how long an initiate call waits for the real answer before it says pending',
  },
  CARD_VELOCITY: {
    schema: countWithin(0, 1_000_000, 5),
    about: 'declines an hour of one card at one merchant before it is declined unasked; 0 switches it off',
  },
  GATEWAY_TIMEOUT: { schema: timer(10), about: 'how long one call to the sandbox gateway may take' },
  GATEWAY_CALL_TIMEOUT: {
    schema: timer(25),
    about: 'the same of a gateway that is a company, where one call may be several requests',
  },
  GATEWAY_CONNECT_TIMEOUT: {
    schema: timer(2),
    about: 'how long a connection to a gateway may take: nothing was sent then, and the next account may be asked',
  },
  GATEWAY_BREAKER_FAILURES: {
    schema: countWithin(1, 1000, 5),
    about:
      'how often within GATEWAY_BREAKER_WINDOW, without an answer between, a gateway may not answer before its account comes last',
  },
  GATEWAY_BREAKER_WINDOW: { schema: timer(60), about: 'the time in which those are counted' },
  GATEWAY_BREAKER_PAUSE: { schema: timer(30), about: 'how long such an account comes last; then one call tries it' },
  GATEWAY_ACCOUNTS_REFRESH: {
    schema: timer(4),
    about: 'how often each process looks for changed gateway accounts, of which Redis tells it at once',
  },
  RECONCILE_WAITS: {
    schema: repeatedWaits('2,5,15,60,300,1800,7200,21600'),
    about: 'waits between questions to a gateway that gave no answer; the last one repeats',
  },
  THREE_DS_EXPIRY: { schema: seconds(900), about: 'how long a customer may take for a 3-D Secure challenge' },
  THREE_DS_POLL_WAITS: {
    schema: repeatedWaits('15,30,60'),
    about: 'waits between polls of an open challenge whose customer has not come back; the last one repeats',
  },
  UPI_EXPIRY: { schema: seconds(900), about: 'how long a UPI payment waits for its customer' },
  CHECKOUT_EXPIRY: { schema: seconds(3600), about: 'how long a hosted payment waits for its customer' },
  WALLET_EXPIRY: { schema: seconds(900), about: 'how long a wallet payment waits for its customer' },
  UPI_INTENT_PACKAGE: {
    schema: textLike(/^[a-z][\w.]*$/, ''),
    about: 'Android package of the app that the intent: link (upi1) opens; empty: no upi1 link',
  },
  UPI_APP_PREFIXES: {
    schema: textLike(
      /^([a-z]+=[^,=\s]+)(,[a-z]+=[^,=\s]+)*$/,
      'gpay=tez://upi/pay,phonepe=phonepe://pay,paytm=paytmmp://pay',
    ),
    about: 'what each app puts in place of upi://pay, comma-separated; apps change these',
  },
  PROOF_OVERDUE: { schema: seconds(1800), about: 'how long a proof may wait before operators are alerted' },
  PROOF_DEADLINE: { schema: seconds(86_400), about: 'how long a proof may wait before it is refused' },
  PROOF_RETENTION: {
    schema: retention(7_776_000),
    about: "how long the image of a proof is kept beyond the review's deadline",
  },
  LATE_MONEY_WINDOW: { schema: seconds(259_200), about: 'how long after its end a local payment is still asked for' },
  LATE_MONEY_WAITS: {
    schema: repeatedWaits('30,60,300,900,3600,10800,21600'),
    about: 'waits between these questions; the last one repeats',
  },
  NEWS_OVERDUE: {
    schema: seconds(86_400),
    about:
      'how long a gateway that only tells may say nothing of a payment before an operator is to look; 86400: a day',
  },
  LEDGER_DELAY: {
    schema: seconds(10_800),
    about: 'how long after the end of a day, UTC, the books of gateways are compared with ours; 10800: at three',
  },
  WATCHDOG: {
    schema: numberWithin(0, 3600, 30),
    about: 'how long an event loop may be blocked before its process is ended, to be started again; 0: for ever',
  },
  SWEEP_INTERVAL: { schema: timer(2), about: 'how often every worker looks for obligations that are due' },
  JOB_LOCK: {
    schema: timer(15),
    about: "how long a killed worker's job stays its own: another worker takes it over after one to two thirds more",
  },
  IPN_RETRY_WAITS: {
    schema: waits('5,30,120,600,1800,7200,18000,36000,50400,72000,86400'),
    about: 'waits between attempts of a notification; when the list ends the delivery is exhausted',
  },
  IPN_TIMEOUT: { schema: timer(15), about: "how long a merchant's endpoint may take for its status line" },
  IPN_SLOW_WAIT: { schema: seconds(60), about: 'least wait after a 429, a 410 or a timeout' },
  IPN_BREAKER_FAILURES: {
    schema: countWithin(1, 1000, 10),
    about: "failed attempts in a row, within the window, after which a merchant's host is left alone for a while",
  },
  IPN_BREAKER_WINDOW: { schema: seconds(300), about: 'within how many seconds these failures must have happened' },
  IPN_BREAKER_PAUSE: {
    schema: seconds(30),
    about: 'how long a failing host is left alone at first; doubles up to ten minutes',
  },
  IPN_OVERDUE: {
    schema: seconds(900),
    about: 'how long the notification of a paid payment may be undelivered before operators are alerted',
  },
  IPN_CERTIFICATE_WARNING: {
    schema: seconds(1_209_600),
    about: "how long before the end of an endpoint's certificate operators are warned, once a day",
  },
  IPN_EVENT_RETENTION: {
    schema: retentionOfAtLeast(2_592_000),
    about: 'how long an event is kept, for /h2h/events, resending and evidence; at least 30 days in production',
  },
  IPN_ATTEMPT_RETENTION: {
    schema: retention(2_592_000),
    about: 'how long the attempts of a delivery are kept, with what endpoints answered; never longer than the event',
  },
  IPN_RETENTION_INTERVAL: {
    schema: timer(60),
    about: 'how often every worker looks for notifications that are overdue or have been kept for long enough',
  },
  IPN_ALLOWED_NETWORKS: {
    schema: callableNetworks('127.0.0.0/8', '::1/128'),
    about: 'private networks that notifications may go to in development; set but empty: none',
  },
  SECRET_GRACE: { schema: seconds(86_400), about: 'how long a rotated notification secret signs beside the new one' },
  REQUEST_HEADERS_TIMEOUT: { schema: timer(15), about: 'how long a request may take to send its headers' },
  REQUEST_BODY_TIMEOUT: { schema: timer(30), about: 'how long a request may take to send its body' },
  BODY_ROOM: {
    schema: numberWithin(14, 65_536, 256),
    about:
      'how many MiB of large bodies a web process holds at once, a sixth of its heap at most; the others get a 503',
  },
  WEB_IN_FLIGHT: {
    schema: countWithin(1, 100_000, 256),
    about: 'how many initiate calls a web process takes at a time; the others get a 503, at once',
  },
  QUEUE_PATIENCE: {
    schema: timer(2),
    about: 'how long cards may wait for a worker before no more initiate calls are taken',
  },
  LISTEN_BACKLOG: {
    schema: countWithin(1, 65_535, 4096),
    about: 'how many connections may wait to be accepted by a server; no more than net.core.somaxconn of the machine',
  },
  KEEP_ALIVE: {
    schema: timer(95),
    about: 'how long a connection is kept between requests; longer than a proxy keeps it (Heroku: 90)',
  },
  REQUEST_LINGER: {
    schema: timer(5),
    about: 'how long the rest of a refused body is read, so that its sender can read the answer',
  },
  TRUST_PROXY: {
    schema: networks(),
    about: 'networks of the proxies whose X-Forwarded-For counts; empty: nobody',
  },
  RATE_LIMITS: {
    schema: onOrOff({ development: 'on', production: 'on' }),
    about: 'off for a load test; refused in production',
  },
  SANDBOX_URL: {
    schema: baseUrl(),
    about: "where customers reach the sandbox's pages; follows SANDBOX_PORT when unset",
  },
  SANDBOX_API_URL: {
    schema: baseUrl(),
    about: 'where the sandbox connector calls; follows SANDBOX_API_PORT when unset',
  },
  SANDBOX_API_KEY: {
    schema: secret(16),
    about: 'what the sandbox connector shows to the sandbox gateway',
  },
  SANDBOX_CUSTOMER_DELAY: {
    schema: seconds(3),
    about: "how long the sandbox's customer takes to act by itself on a UPI or wallet payment",
  },
  SANDBOX_RETENTION: {
    schema: retention(3_024_000),
    about: 'how long the sandbox remembers a key that nobody uses; more than the 31 days for which books are compared',
  },
  SANDBOX_REFUND_DAYS: {
    schema: countWithin(1, 3650, 180),
    about: 'for how many days the sandbox gives the money of a payment back',
  },
  SANDBOX_DISPUTE_DELAY: {
    schema: seconds(5),
    about: 'how long after a payment with the card 4000 0000 0000 0259 its customer disputes it',
  },
  SANDBOX_FAULTS: {
    schema: onOrOff({ development: 'on', production: 'off' }),
    about: 'whether the sandbox takes PUT /faults; off in production',
  },
} satisfies Record<string, Setting>;

type Name = keyof typeof SETTINGS;

/** Every setting's value, of the type that its kind gives. */
export type Values = { [N in Name]: Given<(typeof SETTINGS)[N]['schema']> };
