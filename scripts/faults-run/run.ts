import { setTimeout as pause } from 'node:timers/promises';
import { startFaulty, type FaultyTollgate } from '../../test/faults/faulty-tollgate.js';
import { check, type Violation } from './check.js';
import { collect, linesOf } from './collect.js';
import { overdue, stillAskedFor } from './overdue.js';
import type { Evidence } from './evidence.js';
import type { Log, Play } from './play.js';
import { startFlood, type FloodPace } from './flood.js';
import { addFirstAccount } from './first-account.js';
import { joinStandIns } from './gateways/accounts.js';
import type { Moved } from '../../test/gateways/played.js';
import { neverHeard } from './gateways/never-heard.js';
import type { StandIns } from './gateways/stand-ins.js';
import { startTraffic, type Pace } from './traffic.js';

export interface RunOptions {
  play: Play;
  /** The journeys of the orders, in turn. */
  journeys: string[];
  pace: Pace;
  /** Orders beside these that are more than can be taken. */
  flood?: FloodPace;
  /** Gateways whose accounts are asked before those of the sandbox. */
  standIns?: StandIns;
  /** Settings beside those below. */
  env?: Record<string, string>;
  /** Milliseconds that everything may take to come to its end once all is well again. */
  quietWithinMs: number;
  /** Hears what happens, a line at a time. */
  log: Log;
}

export interface RunResult {
  evidence: Evidence;
  /** The part of it that moved at each gateway beside the sandbox. */
  elsewhere: Record<string, Moved>;
  violations: Violation[];
  /** Milliseconds from the end of the last fault until nothing was left to do. */
  quietAfterMs: number;
}

/** A day of every wait in seconds, so that everything ends within the run. */
const SHORT_LIVES = {
  MONGODB_TIMEOUT: '2.5',
  JOB_LOCK: '6',
  CARD_ANSWER_WAIT: '2',
  CARD_VELOCITY: '0',
  GATEWAY_TIMEOUT: '1',
  GATEWAY_CALL_TIMEOUT: '2',
  GATEWAY_ACCOUNTS_REFRESH: '0.5',
  GATEWAY_BREAKER_PAUSE: '1',
  RECONCILE_WAITS: '0.3,0.5,1',
  THREE_DS_EXPIRY: '6',
  THREE_DS_POLL_WAITS: '0.5,1',
  UPI_EXPIRY: '6',
  WALLET_EXPIRY: '6',
  CHECKOUT_EXPIRY: '8',
  LATE_MONEY_WAITS: '1',
  LATE_MONEY_WINDOW: '20',
  SANDBOX_CUSTOMER_DELAY: '1',
  SANDBOX_DISPUTE_DELAY: '1',
  IPN_RETRY_WAITS: '0.2,0.5,0.5,1,1,2,2,2,2,2,2,2,2',
  IPN_BREAKER_PAUSE: '0.5',
  RATE_LIMITS: 'off',
};

const NO_STAND_INS: StandIns = { all: [], addresses: {}, env: {} };

const movedAt = async ({ all }: StandIns) =>
  Object.fromEntries(await Promise.all(all.map(async ({ name, moved }) => [name, await moved()] as const)));

/** Milliseconds until nothing is left to do, or until the patience is over: what is left then is in the evidence. */
async function untilQuiet({ tollgate }: FaultyTollgate, standIns: StandIns, patienceMs: number): Promise<number> {
  const begun = Date.now();
  const isQuiet = async () => {
    const elsewhere = await movedAt(standIns);
    if (Object.values(elsewhere).some(({ untold }) => untold > 0)) return false;
    const forPersons = await neverHeard(tollgate.database, elsewhere);
    return (await overdue(tollgate, forPersons)).length === 0 && (await stillAskedFor(tollgate)) === 0;
  };
  while (Date.now() - begun < patienceMs && !(await isQuiet())) await pause(250);
  return Date.now() - begun;
}

/**
 * Runs two of everything under a steady stream of orders while something happens to it, lets it come to rest and looks at
 * it from outside.
 */
export async function faultRun(options: RunOptions): Promise<RunResult> {
  const { play, journeys, pace, flood, standIns = NO_STAND_INS, env, quietWithinMs, log } = options;
  const faulty = await startFaulty({
    processes: ['web', 'payments', 'ipn', 'sandbox'],
    twice: ['web', 'payments', 'ipn'],
    env: { ...SHORT_LIVES, ...standIns.env, ...env },
    receiverHost: 'localhost',
  });
  const { tollgate } = faulty;
  const names = Object.keys(tollgate.pids());
  try {
    await addFirstAccount(tollgate.database);
    await joinStandIns(tollgate, standIns);
    const traffic = startTraffic(tollgate, journeys, pace, standIns.addresses);
    const endOfFlood = flood && (await startFlood(tollgate, flood));
    await play(faulty, log);
    await traffic.stop();
    const flooded = (await endOfFlood?.()) ?? [];
    log(`All is well; ${traffic.orders.length} orders were sent`);
    if (flood) log(`${flooded.length} calls of the flood became payments`);
    const quietAfterMs = await untilQuiet(faulty, standIns, quietWithinMs);
    const elsewhere = await movedAt(standIns);
    const evidence = await collect(tollgate, [...traffic.orders, ...flooded], elsewhere);
    for (const line of linesOf(tollgate, 'request.crashed')) log(line);
    evidence.crashes.push(...names.filter((name) => !(name in tollgate.pids())).map((name) => `${name} is gone`));
    return { evidence, elsewhere, violations: check(evidence), quietAfterMs };
  } finally {
    await tollgate.stop();
  }
}
