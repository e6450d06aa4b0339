import type { Target } from '../load/generator.js';

/** One way of taking payments, Tollgate's or the floor's: processes that are up, and what to send them. */
export interface Lane {
  name: LaneName;
  /** Processes by the names of the Procfile's lines. */
  pids: () => Record<string, number[]>;
  /** Where its payments are. */
  collection: string;
  /** Which of them belong to the merchant whose key status polls carry. */
  ofFirstMerchant: Record<string, unknown>;
  targets: Targets;
}

export interface Targets {
  /** Cards that are approved without a challenge. */
  card: Target;
  /** UPI payments whose customer never pays. */
  upi: Target;
  /** Hosted payments that nobody opens. */
  hosted: Target;
  /** Status polls of payments of the first merchant. */
  status: (trxs: string[]) => Target;
}

export type LaneName = 'floor' | 'Tollgate';
export const LANES: LaneName[] = ['floor', 'Tollgate'];

/** One value for each lane. */
export type ByLane<T> = Record<LaneName, T>;
