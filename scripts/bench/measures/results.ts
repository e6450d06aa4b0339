import type { LaneName } from '../lanes/lane.js';
import type { SaturationRound } from './saturation.js';

/** One value for each lane. */
export type ByLane<T> = Record<LaneName, T>;

/** Where and when it was measured. */
export interface About {
  startedAt: string;
  seconds: number;
  commit: string;
  node: string;
  cpu: string;
  cores: number;
  memoryGb: number;
  stores: Record<string, string>;
}

/** Everything that `npm run bench` has measured, as it is written to a file. Rounds are kept as they came. */
export interface Results {
  about: About;
  saturation: ByLane<SaturationRound[]>;
}
