import ipaddr from 'ipaddr.js';
import Joi from 'joi';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';

interface Setting {
  schema: Joi.Schema;
  /** One line for .env.example and the operator's guide. */
  about: string;
}

const YEAR = 31_536_000;

const seconds = (fallback: number) => Joi.number().positive().max(YEAR).default(fallback);
/** For a timer: Node fires one that is set for more than 24 days at once. */
const timer = (fallback: number) => Joi.number().positive().max(86_400).default(fallback);
/** How long something is kept: up to ten years. */
const retention = (fallback: number) => Joi.number().positive().max(315_360_000).default(fallback);
const port = (fallback: number) => Joi.number().integer().min(1).max(65_535).default(fallback);
/** "new, old" → [new, old]. */
function base64Keys(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const keys = value.split(',').map((key) => key.trim());
  return keys.every((key) => Buffer.from(key, 'base64').length === 32)
    ? keys
    : helpers.message({ custom: '{#label} must be 32 bytes in base64, or several such keys, comma-separated' });
}

/** The DER header of every X25519 public key (RFC 8410). The 32 bytes of the key follow it. */
export const X25519_PUBLIC = '302a300506032b656e032100';
const cardPublicKey = (value: string, helpers: Joi.CustomHelpers<string>) => {
  const der = Buffer.from(value, 'base64').toString('hex');
  return der.startsWith(X25519_PUBLIC) && der.length === X25519_PUBLIC.length + 64
    ? value
    : helpers.message({ custom: '{#label} must be an X25519 public key, SPKI DER in base64' });
};

/** "5, 30,120" → [5, 30, 120]. */
function waits(value: string, helpers: Joi.CustomHelpers<string>): number[] | Joi.ErrorReport {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.every((number) => number >= 0 && number <= YEAR)) return numbers;
  return helpers.message({ custom: '{#label} must be seconds up to a year, comma-separated, such as 5,30,120' });
}
const waitList = (fallback: string) => Joi.string().custom(waits).default(fallback.split(',').map(Number));

/** "127.0.0.0/8,::1/128" → the list; an empty value is an empty list. */
function networks(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const list = value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
  for (const network of list) {
    const [address = '', bits, ...rest] = network.split('/');
    const family = isIP(address);
    const size = Number(bits ?? Number.NaN);
    if (!family || rest.length > 0 || !Number.isInteger(size) || size < 0 || size > (family === 4 ? 32 : 128))
      return helpers.message({ custom: `{#label} holds "${network}", which is no network such as 10.0.0.0/8` });
    if (size === 0) return helpers.message({ custom: `{#label} must not hold ${network}: that is every address` });
  }
  return list;
}

/** The addresses where clouds hand a machine its credentials. No notification may be sent there. */
const CLOUD_METADATA = [
  '169.254.169.254',
  '::ffff:169.254.169.254',
  '64:ff9b::169.254.169.254', // through NAT64
  'fd00:ec2::254',
].map((address) => ipaddr.parse(address));

/** Like networks(), but refuses a network that holds an address of CLOUD_METADATA. */
function callableNetworks(value: string, helpers: Joi.CustomHelpers<string>): string[] | Joi.ErrorReport {
  const list = networks(value, helpers);
  if (!Array.isArray(list)) return list;
  for (const network of list) {
    const [start, bits] = ipaddr.parseCIDR(network);
    const held = CLOUD_METADATA.find((address) => address.kind() === start.kind() && address.match(start, bits));
    if (held)
      return helpers.message({
        custom: `{#label} must not hold ${network}: ${held.toString()} is in it, where clouds give credentials away`,
      });
  }
  return list;
}

/** The path of a file with certificates in PEM → its text. */
function certificates(path: string, helpers: Joi.CustomHelpers<string>): string | Joi.ErrorReport {
  try {
    const text = readFileSync(path, 'utf8');
    new X509Certificate(text);
    return text;
  } catch {
    return helpers.message({ custom: '{#label} must be the path of a file that holds a certificate in PEM' });
  }
}

function redisUrl(value: string, helpers: Joi.CustomHelpers<string>): string | Joi.ErrorReport {
  const url = URL.canParse(value) ? new URL(value) : null;
  return url && /^rediss?:$/.test(url.protocol) && url.hostname !== '' && /^(\/\d*)?$/.test(url.pathname)
    ? value
    : helpers.message({ custom: '{#label} must be like redis://user:password@host:6379/0 (rediss:// with TLS)' });
}

/** A URL at which one of our processes is reached. Paths are appended to it. */
const baseUrl = (scheme: string[]) =>
  Joi.string()
    .uri({ scheme })
    .pattern(/^[^?#@]*$/)
    .messages({ 'string.pattern.base': '{#label} must be without user name, query and fragment' });

/** The same without a path: pages lead to each other by paths of their own, which a prefix would not be put before. */
const origin = (scheme: string[]) =>
  baseUrl(scheme)
    .pattern(/^\w+:\/\/[^/?#@]+\/[^?#@]/, { name: 'path', invert: true })
    .messages({
      'string.pattern.invert.name': '{#label} must be without a path: it needs a host name or port of its own',
    });

/** "10.0.0.1:26379,sentinel-2" → the host and port of each server. A server without a port has the usual one. */
const servers = (usualPort: number) => (value: string, helpers: Joi.CustomHelpers<string>) => {
  const places = value
    .split(',')
    .filter((part) => part.trim() !== '')
    .map((part) => `redis://${part.trim()}`);
  if (!places.every((place) => URL.canParse(place) && /^redis:\/\/[^/?#@]+$/.test(place)))
    return helpers.message({ custom: `{#label} must be hosts with ports, such as 10.0.0.1:${usualPort},10.0.0.2` });
  return places.map((place) => {
    const { hostname, port } = new URL(place);
    return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || usualPort) };
  });
};

/** Not Joi.string(), which would refuse '' before `read` sees it. */
const networkList = (read: typeof networks) => Joi.any().custom(read);

type Switch = 'on' | 'off';

/** A switch that production cannot turn. The two schemas share no base, since joi would add up what each allows. */
const onOrOff = (defaults: { development: Switch; production: Switch }) =>
  Joi.when('NODE_ENV', {
    is: 'production',
    then: Joi.string()
      .valid(defaults.production)
      .default(defaults.production)
      .messages({ 'any.only': `{#label} must be ${defaults.production} in production` }),
    otherwise: Joi.string().valid('on', 'off').default(defaults.development),
  });

/** Every setting, in the order of .env.example. Durations are seconds unless the name says otherwise. */
export const SETTINGS: Record<string, Setting> = {
  NODE_ENV: {
    schema: Joi.string().valid('development', 'test', 'production').default('development'),
    about: 'development, test or production; production refuses every development default below',
  },
  LOG_LEVEL: {
    schema: Joi.string().valid('error', 'warn', 'info', 'debug').default('info'),
    about: 'how much is logged: error, warn, info, debug',
  },
  LOCAL_DIR: {
    schema: Joi.string().default('.local'),
    about: 'folder of the data that ./scripts/up keeps between runs; another one for a second copy side by side',
  },
  PORT: { schema: port(3000), about: 'the API and the hosted page' },
  CONSOLE_PORT: { schema: port(3001), about: 'the console for operators' },
  SANDBOX_PORT: { schema: port(3002), about: 'the sandbox gateway: its pages, ledger and faults switch' },
  SANDBOX_API_PORT: {
    schema: Joi.number().integer().min(1).max(65_535),
    about: "the sandbox gateway's payment API, which connectors call; 10000 above SANDBOX_PORT when unset",
  },
  METRICS_PORT: {
    schema: Joi.number().integer().min(0).max(65_535).default(0),
    about: 'Prometheus metrics and health of this process, on METRICS_HOST; 0 takes any free port',
  },
  METRICS_HOST: {
    schema: Joi.string().ip({ cidr: 'forbidden' }).default('127.0.0.1'),
    about: 'address that the metrics listen on; never one that the public can reach',
  },
  PUBLIC_URL: {
    schema: Joi.when('NODE_ENV', {
      is: 'production',
      then: origin(['https']).required(),
      otherwise: origin(['http', 'https']),
    }),
    about: 'where customers reach the web process, without a path; follows PORT when unset',
  },
  MONGODB_URI: {
    schema: Joi.string()
      .pattern(/^mongodb(\+srv)?:\/\//)
      .messages({ 'string.pattern.base': '{#label} must begin with mongodb:// or mongodb+srv://' })
      .required(),
    about: 'the database, with its name in the path; tls=true, tlsCAFile=… and credentials are written into it',
  },
  INDEX_BUILD_TIMEOUT: {
    schema: timer(3600),
    about: 'how long a process that starts waits for one index, which a new version may want on a large collection',
  },
  REDIS_URL: {
    schema: Joi.string().custom(redisUrl).required(),
    about: 'the queue; needs maxmemory-policy noeviction; rediss://user:password@host:port/0 for TLS and credentials',
  },
  REDIS_CA_FILE: {
    schema: Joi.string()
      .custom(certificates)
      .when('REDIS_URL', { not: Joi.string().pattern(/^rediss:/), then: Joi.forbidden() })
      .messages({ 'any.unknown': '{#label} needs a REDIS_URL that begins with rediss://' }),
    about: 'certificates in PEM that Redis and its Sentinels are trusted by; those that Node.js knows when unset',
  },
  REDIS_SENTINELS: {
    schema: Joi.any().custom(servers(26_379)).default([]),
    about: 'hosts of Redis Sentinels, comma-separated; the host in REDIS_URL is then the name of the master',
  },
  REDIS_SENTINEL_PASSWORD: {
    schema: Joi.string(),
    about: 'password of the Sentinels themselves, when they have one',
  },
  REDIS_CLUSTER: {
    schema: Joi.any()
      .empty('')
      .custom(servers(6379))
      .default([])
      .when('REDIS_SENTINELS', { not: Joi.array().max(0), then: Joi.forbidden() })
      .when('REDIS_URL', { is: Joi.string().pattern(/\/[1-9]\d*$/), then: Joi.forbidden() })
      .messages({ 'any.unknown': '{#label} needs database 0 in REDIS_URL, and no REDIS_SENTINELS' }),
    about:
      'hosts of more nodes of the Redis Cluster that the one in REDIS_URL belongs to, comma-separated; a few will do',
  },
  QUEUE_PREFIX: {
    schema: Joi.string()
      .pattern(/^\{[a-z0-9-]+\}$/)
      .default('{tollgate}'),
    about: 'what every key in Redis begins with, in braces; in a Redis Cluster {tollgate:card-authorization} and so on',
  },
  MASTER_KEY: {
    schema: Joi.string().custom(base64Keys).required(),
    about:
      'base64 of 32 random bytes: seals secrets, keys every hash; losing it loses them; "new,old" while it is changed',
  },
  CARD_PUBLIC_KEY: {
    schema: Joi.string().custom(cardPublicKey).required(),
    about: 'base64 X25519 public key (SPKI DER): web processes seal cards with it (make-secrets.js makes a pair)',
  },
  CARD_SEAL_TTL: { schema: seconds(900), about: 'how long a sealed card may wait for its worker' },
  CARD_ANSWER_WAIT: {
    schema: timer(20),
    about: 'how long an initiate call waits for the real answer before it says pending',
  },
  CARD_VELOCITY: {
    schema: Joi.number().integer().min(0).default(5),
    about: 'declines an hour of one card at one merchant before it is declined unasked; 0 switches it off',
  },
  GATEWAY_TIMEOUT: { schema: timer(10), about: 'how long one call to a gateway may take' },
  RECONCILE_WAITS: {
    schema: waitList('2,5,15,60,300,1800,7200,21600'),
    about: 'waits between questions to a gateway that gave no answer; the last one repeats',
  },
  THREE_DS_EXPIRY: { schema: seconds(900), about: 'how long a customer may take for a 3-D Secure challenge' },
  THREE_DS_POLL_WAITS: {
    schema: waitList('15,30,60'),
    about: 'waits between looks at an open challenge whose customer has not come back; the last one repeats',
  },
  UPI_EXPIRY: { schema: seconds(900), about: 'how long a UPI payment waits for its customer' },
  CHECKOUT_EXPIRY: { schema: seconds(3600), about: 'how long a hosted payment waits for its customer' },
  WALLET_EXPIRY: { schema: seconds(900), about: 'how long a wallet payment waits for its customer' },
  UPI_INTENT_PACKAGE: {
    schema: Joi.string()
      .allow('')
      .pattern(/^[a-z][\w.]*$/)
      .default(''),
    about: 'Android package of the app that the intent: link (upi1) opens; empty: no upi1 link',
  },
  UPI_APP_PREFIXES: {
    schema: Joi.string()
      .pattern(/^([a-z]+=[^,=]+)(,[a-z]+=[^,=]+)*$/)
      .default('gpay=tez://upi/pay,phonepe=phonepe://pay,paytm=paytmmp://pay'),
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
    schema: waitList('30,60,300,900,3600,10800,21600'),
    about: 'waits between these questions; the last one repeats',
  },
  LEDGER_DELAY: {
    schema: seconds(10_800),
    about: 'how long after the end of a day, UTC, the books of gateways are compared with ours; 10800: at three',
  },
  WATCHDOG: {
    schema: Joi.number().min(0).max(3600).default(30),
    about: 'how long an event loop may stand still before its process is ended, to be started again; 0: for ever',
  },
  SWEEP_INTERVAL: { schema: timer(2), about: 'how often every worker looks for obligations that are due' },
  JOB_LOCK: {
    schema: timer(15),
    about: "how long a killed worker's job stays its own: another worker takes it over after one to two thirds more",
  },
  IPN_RETRY_WAITS: {
    schema: waitList('5,30,120,600,1800,7200,18000,36000,50400,72000,86400'),
    about: 'waits between attempts of a notification; when the list ends the delivery is exhausted',
  },
  IPN_TIMEOUT: { schema: timer(15), about: "how long a merchant's endpoint may take for its status line" },
  IPN_SLOW_WAIT: { schema: seconds(60), about: 'least wait after a 429, a 410 or a timeout' },
  IPN_BREAKER_FAILURES: {
    schema: Joi.number().integer().min(1).max(1000).default(10),
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
    schema: Joi.when('NODE_ENV', {
      is: 'production',
      then: retention(2_592_000).min(2_592_000),
      otherwise: retention(2_592_000),
    }),
    about: 'how long an event is kept, for /h2h/events, resending and evidence; at least 30 days in production',
  },
  IPN_ATTEMPT_RETENTION: {
    schema: retention(2_592_000),
    about: 'how long the attempts of a delivery are kept, with what endpoints answered; never longer than the event',
  },
  IPN_UPKEEP_INTERVAL: {
    schema: timer(60),
    about: 'how often every worker looks for notifications that are overdue or have been kept for long enough',
  },
  IPN_ALLOWED_NETWORKS: {
    schema: Joi.when('NODE_ENV', {
      is: 'production',
      then: Joi.any()
        .forbidden()
        .messages({ 'any.unknown': '{#label} is only for development: in production no private address is called' }),
      otherwise: networkList(callableNetworks).default(['127.0.0.0/8', '::1/128']),
    }),
    about: 'private networks that notifications may go to in development; set but empty: none',
  },
  SECRET_GRACE: { schema: seconds(86_400), about: 'how long a rotated notification secret signs beside the new one' },
  REQUEST_HEADERS_TIMEOUT: { schema: timer(15), about: 'how long a request may take to send its headers' },
  REQUEST_BODY_TIMEOUT: { schema: timer(30), about: 'how long a request may take to send its body' },
  BODY_ROOM: {
    schema: Joi.number().min(14).max(65_536).default(256),
    about: 'how many MiB of large bodies a web process holds at once; those that find no room are answered with 503',
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
    schema: networkList(networks).default([]),
    about: 'networks of the proxies whose X-Forwarded-For counts; empty: nobody',
  },
  RATE_LIMITS: {
    schema: onOrOff({ development: 'on', production: 'on' }),
    about: 'off for a load test; refused in production',
  },
  SANDBOX_URL: {
    schema: baseUrl(['http', 'https']),
    about: "where customers reach the sandbox's pages; follows SANDBOX_PORT when unset",
  },
  SANDBOX_API_URL: {
    schema: baseUrl(['http', 'https']),
    about: 'where the sandbox connector calls; follows SANDBOX_API_PORT when unset',
  },
  SANDBOX_API_KEY: {
    schema: Joi.string().min(16).required(),
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
  SANDBOX_FAULTS: {
    schema: onOrOff({ development: 'on', production: 'off' }),
    about: 'whether the sandbox takes PUT /faults; off in production',
  },
};
