import { config } from '../config/index.js';
import { askAboutOpen } from '../src/disputes/ask-open.js';
import { booksNamed } from '../src/gateways/books.js';
import { noteNoResponse } from '../src/connectors/no-response.js';
import { compareHour } from '../src/reconciliation/compare-hour.js';
import { comparisons, type ComparisonRecord } from '../src/reconciliation/comparison.model.js';
import { HOURS, inSeconds, waitFrom } from '../src/time.js';
import { planComparisons } from '../src/reconciliation/plan-comparisons.js';
import { logger } from '../src/telemetry/logger.js';
import { enqueue } from '../src/jobs/obligation.js';
import type { Processor } from '../src/jobs/worker.js';

/** Moves a comparison on, unless somebody else did; without a moment it is done. */
async function moveOn(
  { _id, version }: ComparisonRecord,
  changes: Pick<ComparisonRecord, 'hour' | 'inquiryCount'>,
  at: Date | null,
): Promise<void> {
  const next = at && { job: 'reconciliation' as const, at };
  const after = { ...changes, version: version + 1 };
  const { matchedCount } = await comparisons.updateOne(
    { _id, version },
    next ? { $set: { ...after, next } } : { $set: { ...after, finishedAt: new Date() }, $unset: { next: true } },
  );
  if (matchedCount > 0) await enqueue({ _id, version: version + 1, next });
}

/** One hour of the day: short enough to be over when a process has to end, and never done half. */
async function compareNext(comparison: ComparisonRecord): Promise<void> {
  const { gateway, day, hour } = comparison;
  const books = booksNamed(gateway);
  if (!books) {
    logger.warn('ledger.skipped', { gateway, day });
    return moveOn(comparison, { hour, inquiryCount: 0 }, null);
  }
  if (hour === 0) await askAboutOpen(books.accounts);
  const found = await compareHour(books, { gateway, day }, hour);
  if (found > 0) logger.error('ledger.differs', { gateway, day, hour, found });
  const isLast = hour + 1 >= HOURS;
  await moveOn(comparison, { hour: hour + 1, inquiryCount: 0 }, isLast ? null : new Date());
  if (isLast) logger.info('ledger.compared', { gateway, day });
}

/** Compares the next hour of a day with the gateway's books; one that does not answer is asked again later. */
export const reconciliation: Processor = async ({ id, version }) => {
  const comparison = await comparisons.findOne({ _id: id });
  if (!comparison?.next || comparison.version !== version) return;
  const { gateway, day, hour, inquiryCount } = comparison;
  if (hour === 0) await planComparisons();
  try {
    await compareNext(comparison);
  } catch (error) {
    noteNoResponse(error, { gateway, day, hour, inquiry: inquiryCount });
    const wereAllWaited = inquiryCount >= config.reconcileWaits.length;
    if (wereAllWaited) logger.error('ledger.unanswered', { gateway, day, hour, inquiries: inquiryCount + 1 });
    await moveOn(
      comparison,
      { hour, inquiryCount: inquiryCount + 1 },
      inSeconds(waitFrom(config.reconcileWaits, inquiryCount)),
    );
  }
};
