import { defineModel } from '../database/model.js';
import { date, nullable, number, optional, schemaOf, text } from '../database/schema.js';
import { obligation, type Obligation } from '../jobs/obligation.js';

/** What a gateway says of a day beside what we say: an obligation from the day's first minutes until it is compared. */
export interface ComparisonRecord {
  /** `<gateway>.<day>`, fit for a job's id, so that a gateway's days sort by it. */
  _id: string;
  /** The name of the books: a gateway's, or that of one of its accounts. */
  gateway: string;
  /** In UTC, as YYYY-MM-DD. */
  day: string;
  /** The next hour to compare; 24 when all are done. */
  hour: number;
  /** How often the gateway was asked for this hour without an answer. */
  inquiryCount: number;
  version: number;
  next?: Obligation | null;
  createdAt: Date;
  finishedAt?: Date;
}

export const comparisonId = (gateway: string, day: string): string => `${gateway}.${day}`;

const schema = schemaOf<ComparisonRecord>({
  _id: text,
  gateway: text,
  day: text,
  hour: number,
  inquiryCount: number,
  version: number,
  next: optional(nullable(obligation)),
  createdAt: date,
  finishedAt: optional(date),
});
schema.index({ 'next.at': 1 }, { partialFilterExpression: { 'next.at': { $exists: true } } });

export const comparisons = defineModel<ComparisonRecord>('ledger_comparisons', schema);
