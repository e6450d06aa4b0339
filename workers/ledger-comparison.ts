import { config } from '../config/index.js';
import { ledgerOf } from '../src/connectors/index.js';
import { noteSilence } from '../src/connectors/silence.js';
import { compareHour } from '../src/reconciliation/compare-hour.js';
import { comparisons, type ComparisonRecord } from '../src/reconciliation/comparison.model.js';
import { HOURS } from '../src/time.js';
import { planComparisons } from '../src/reconciliation/plan-comparisons.js';
import { logger } from '../src/telemetry/logger.js';
import { inSeconds, wake } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/queue.js';
import { waitFrom } from './waits.js';

/** Moves a comparison on, unless somebody else did; without a moment it is done. */
async function moveOn(
  { _id, gen }: ComparisonRecord,
  changes: Pick<ComparisonRecord, 'hour' | 'questions'>,
  at: Date | null,
): Promise<void> {
  const next = at && { job: 'ledger-comparison' as const, at };
  const after = { ...changes, gen: gen + 1 };
  const { matchedCount } = await comparisons.updateOne(
    { _id, gen },
    next ? { $set: { ...after, next } } : { $set: { ...after, finishedAt: new Date() }, $unset: { next: true } },
  );
  if (matchedCount > 0) await wake({ _id, gen: gen + 1, next });
}

/** One hour of the day: short enough to be over when a process has to end, and never done half. */
async function compareNext(comparison: ComparisonRecord): Promise<void> {
  const { gateway, day, hour } = comparison;
  const books = ledgerOf(gateway);
  if (!books) {
    logger.warn('ledger.skipped', { gateway, day });
    return moveOn(comparison, { hour, questions: 0 }, null);
  }
  const found = await compareHour(books, { gateway, day }, hour);
  if (found > 0) logger.error('ledger.differs', { gateway, day, hour, found });
  const isLast = hour + 1 >= HOURS;
  await moveOn(comparison, { hour: hour + 1, questions: 0 }, isLast ? null : new Date());
  if (isLast) logger.info('ledger.compared', { gateway, day });
}

/** Compares the next hour of a day with the gateway's books; one that does not answer is asked again later. */
export const ledgerComparison: Processor = async ({ id, gen }) => {
  const comparison = await comparisons.findOne({ _id: id });
  if (!comparison?.next || comparison.gen !== gen) return;
  const { gateway, day, hour, questions } = comparison;
  if (hour === 0) await planComparisons();
  try {
    await compareNext(comparison);
  } catch (error) {
    noteSilence(error, { gateway, day, hour, question: questions });
    await moveOn(comparison, { hour, questions: questions + 1 }, inSeconds(waitFrom(config.reconcileWaits, questions)));
  }
};
