import { until } from '../until.js';
import type { AskedProcess } from './asked-process.js';
import type { Stats } from './load/receiver.js';

const LOOK_MS = 20;
const PATIENCE_MS = 300_000;

/** Waits until as many different notifications have arrived. @throws when they have not within five minutes */
export async function untilReceived(receiver: AskedProcess, count: number): Promise<Stats> {
  const distinct = () => receiver.ask<number>({ distinct: true }); // its figures cost it too much to ask for them now
  await until(`${count} notifications have arrived`, async () => (await distinct()) >= count, PATIENCE_MS, LOOK_MS);
  return receiver.ask<Stats>({ stats: true });
}
