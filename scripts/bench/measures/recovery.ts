import { setTimeout as delay } from 'node:timers/promises';
import { untilReceived } from '../until-received.js';
import type { Bench } from './bench.js';

/** What became of card payments while a process of a line was killed (SIGKILL) and started again. */
export interface Recovery {
  line: string;
  /** Payments that were begun, before and after the kill. */
  payments: number;
  /** From the kill until the last notification of them all had arrived: seconds. */
  seconds: number;
  /** Notifications beyond one for each payment. */
  doubles: number;
}

const BEFORE_MS = 1000;

/** Kills one line under a steady load. */
export async function recover(bench: Bench, line: string, perSecond: number, seconds: number): Promise<Recovery> {
  await bench.receiver.ask({ reset: true });
  const target = { ...bench.tollgate.targets.card, expected: { status: 'success' } }; // pending is an answer, too
  const loaded = bench.load({ kind: 'open', target, perSecond, seconds });
  await delay(BEFORE_MS);
  const killedAt = Date.now();
  await bench.tollgate.killAndRestart(line);
  const payments = (await loaded).latencies.length;
  const { lastAt, received, distinct } = await untilReceived(bench.receiver, payments);
  return { line, payments, seconds: (lastAt - killedAt) / 1000, doubles: received - distinct };
}
