import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import type { Db } from 'mongodb';
import { startReceiver, type Receiver, type ReceiverOptions } from '../../scripts/ipn-receiver/receiver.js';
import { mongoClient } from '../../src/database/client.js';
import type { MerchantChoices, MerchantKeys } from '../../src/merchants/manage-merchants.js';
import type { LedgerLine } from '../../src/sandbox/charge.js';
import { cardRequest } from '../methods/card-request.js';
import { newAdminIn, newMerchantIn } from './accounts.js';
import { ask, type Answer, type AnswerBody, type Question } from './ask.js';
import { closeAtTheEnd } from './clean-up.js';
import { ChildProcesses, type Ended } from './child-processes.js';
import { checkLeftBehind } from './left-behind.js';
import { prepareInstance, type Instance, type InstanceOptions } from './instance.js';
import { deleteKeys } from './redis-keys.js';
import { startRouter } from './router.js';
import { until } from '../../scripts/until.js';

export interface TollgateOptions extends InstanceOptions {
  /** What the first merchant is like. */
  merchant?: Partial<MerchantChoices>;
  /** What its receiver answers; see ReceiverOptions. */
  respond?: ReceiverOptions['respond'];
  /** Its host, when it is to be found by its name. */
  receiverHost?: string;
}

/** A whole Tollgate of real processes. `test/support/tollgate.ts` tells how to use it. */
export interface Tollgate {
  urls: Instance['urls'];
  /** A test merchant with every method, policy and fee at its default. */
  merchant: MerchantKeys;
  /** The merchant's end of notifications: `receiver.url` for ipn_url, `receiver.received` for what came. */
  receiver: Receiver;
  database: Db;
  /** QUEUE_PREFIX: every key in Redis begins with it. */
  queuePrefix: string;
  localDir: string;

  /** POSTs to the API: `api('/h2h/status', { public_key, trx })`. A string or bytes are sent as they are. */
  api(path: string, body?: object | string | Buffer, headers?: Record<string, string>): Promise<Answer>;
  /** GETs from the web process: `ask('/readyz')`. */
  ask(path: string, headers?: Record<string, string>): Promise<Answer>;
  /** A body for /h2h/initiate that is accepted: this card, an identifier of its own; `changes` replace whole fields. */
  cardBody(number: string, changes?: object): Record<string, unknown> & { identifier: string };
  /** POSTs such a body. */
  pay(number: string, changes?: object, headers?: Record<string, string>): Promise<Answer>;
  /** The payment as /h2h/status gives it. */
  status(trx: string): Promise<AnswerBody>;
  /** The same, once it is no longer pending. */
  settled(trx: string): Promise<AnswerBody>;
  /** Another merchant, for tests that suspend it, rotate its keys, or decline its cards (CARD_VELOCITY is on). */
  createMerchant(choices?: Partial<MerchantChoices>): Promise<MerchantKeys>;
  /** Asks the console as an admin: `console('/api/payments')`. */
  console(path: string, question?: Pick<Question, 'method' | 'body'>): Promise<Answer>;
  /** What the sandbox gateway did about a payment. */
  ledger(trx: string): Promise<LedgerLine[]>;
  /** Makes the sandbox gateway misbehave for everyone, until `faults({ mode: 'none' })`. */
  faults(fault: object): Promise<void>;

  /**
   * Starts a process again, or one that `processes` left out, and waits until it is healthy. What it prints may go to a
   * file, such as /dev/full, instead of logs().
   */
  start(name: string, logsTo?: string): Promise<void>;
  /** Sends a signal; waits for the end unless it is one that ends nothing. */
  kill(name: string, signal?: NodeJS.Signals): Promise<Ended>;
  pids(): Record<string, number>;
  /** How each process ended that no longer runs, or did before it was started again. */
  ends(): Record<string, Ended>;
  /** All that the processes printed, or one of them. */
  logs(name?: string): string;
  /** Ends every process and removes the database, the keys in Redis and the files. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Starts a Tollgate of its own: the Procfile's processes from dist/ (./scripts/test builds it; else `npm run build`) on
 * free ports, with a database and a QUEUE_PREFIX of its own, fast settings (instance.ts) and a merchant with a receiver.
 * It takes some seconds; stop it in `after`. For tests that kill, freeze or configure something; all others share one:
 * `sharedTollgate()`.
 */
export async function startTollgate(options: TollgateOptions = {}): Promise<Tollgate> {
  const instance = await prepareInstance(options);
  const processes = new ChildProcesses(instance.specs);
  const tollgate = await assemble(instance, processes, options);
  closeAtTheEnd(() => tollgate.stop());
  if (instance.router) await startRouter(instance.router.port, instance.router.targets);
  try {
    await Promise.all(instance.started.map((name) => processes.start(name)));
    return tollgate;
  } catch (error) {
    await tollgate.stop();
    throw error;
  }
}

/** For one that runs beside many specs, of which none loses what a sweep would find: seven questions less each time. */
export const SELDOM_SWEPT = { SWEEP_INTERVAL: '2' };

let shared: Promise<Tollgate> | undefined;

/**
 * One Tollgate for all specs that change nothing global: no faults, no kills, no settings. Started at the first call,
 * stopped when all tests are over; never call its stop(). Payments have identifiers of their own; whoever needs the
 * notifications of a sequence, or many declines, makes a merchant and a receiver for itself.
 */
export const sharedTollgate = (): Promise<Tollgate> => (shared ??= startTollgate({ env: SELDOM_SWEPT }));

async function assemble(
  { urls, databaseName, queuePrefix, localDir }: Instance,
  processes: ChildProcesses,
  options: TollgateOptions,
): Promise<Tollgate> {
  const database = mongoClient.db(databaseName);

  const newMerchant = (choices?: Partial<MerchantChoices>) => newMerchantIn(database, choices);
  let adminToken: Promise<string> | undefined;
  const merchant = await newMerchant(options.merchant);
  const receiver = await startReceiver({
    secret: merchant.secret_key,
    ...(options.respond && { respond: options.respond }),
    ...(options.receiverHost && { host: options.receiverHost }),
  });

  let stopped: Promise<void> | undefined;
  async function tearDown(): Promise<void> {
    await Promise.all([processes.killAll(), receiver.close()]);
    try {
      await checkLeftBehind(database);
    } finally {
      await Promise.all([
        database.dropDatabase(),
        deleteKeys(queuePrefix),
        rm(localDir, { recursive: true, force: true }),
      ]);
    }
  }

  const tollgate: Tollgate = {
    urls,
    merchant,
    receiver,
    database,
    queuePrefix,
    localDir,
    api: (path, body, headers) =>
      ask(`${urls.api}${path}`, { ...(body !== undefined && { body }), ...(headers && { headers }) }),
    ask: (path, headers) => ask(`${urls.api}${path}`, { method: 'GET', ...(headers && { headers }) }),
    cardBody(number, changes) {
      const { card, ...body } = cardRequest();
      const identifier = `order-${randomUUID()}`;
      const cvv = /^3[47]/.test(number) ? '1234' : '123';
      return {
        ...body,
        card: { number, cvv, expiry_month: 12, expiry_year: card.expiry_year, holder: card.holder },
        public_key: merchant.public_key,
        ipn_url: receiver.url,
        identifier,
        ...changes,
      };
    },
    pay: (number, changes, headers) => tollgate.api('/h2h/initiate', tollgate.cardBody(number, changes), headers),
    status: async (trx) => (await tollgate.api('/h2h/status', { public_key: merchant.public_key, trx })).body,
    async settled(trx) {
      let body: AnswerBody = {};
      const isSettled = async () => {
        body = await tollgate.status(trx);
        return body.payment_status !== undefined && body.payment_status !== 'pending';
      };
      await until(`payment ${trx} is settled`, isSettled);
      return body;
    },
    createMerchant: newMerchant,
    async console(path, question) {
      const authorization = `Bearer ${await (adminToken ??= newAdminIn(database))}`;
      return ask(`${urls.console}${path}`, { method: 'GET', ...question, headers: { authorization } });
    },
    async ledger(trx) {
      const { body } = await ask(`${urls.sandbox}/ledger?reference=${encodeURIComponent(trx)}`, { method: 'GET' });
      return body.charges as LedgerLine[]; // our own sandbox's
    },
    async faults(fault) {
      const { status, text } = await ask(`${urls.sandbox}/faults`, { method: 'PUT', body: fault });
      if (status !== 200) throw new Error(`The sandbox takes no such fault: ${text}`);
    },
    start: (name, logsTo) => processes.start(name, logsTo),
    kill: (name, signal = 'SIGKILL') => processes.kill(name, signal),
    pids: () => processes.pids(),
    ends: () => processes.ends(),
    logs: (name) => processes.logs(name),
    stop: () => (stopped ??= tearDown()),
  };
  return tollgate;
}
