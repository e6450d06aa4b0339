import type { Target } from '../load/generator.js';

/** One way of taking payments, Tollgate's or the floor's: processes that are up, and what to send them. */
export interface Lane {
  name: LaneName;
  /** Processes by the names of the Procfile's lines. */
  pids: () => Record<string, number[]>;
  /** Cards that are approved without a challenge. */
  cards: Target;
}

export type LaneName = 'floor' | 'Tollgate';
export const LANES: LaneName[] = ['floor', 'Tollgate'];
