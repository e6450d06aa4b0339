import type { Drained } from '../ipn/measure.js';
import type { ByLane } from '../lanes/lane.js';
import type { LiveMemory } from '../live-memory.js';
import type { Counts } from './counted.js';
import type { Step } from './knee.js';
import type { PacedRound } from './paced.js';
import type { Recovery } from './recovery.js';
import type { RequestRound } from './requests.js';
import type { SaturationRound } from './saturation.js';

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

/** Card payments at one pace, which is a share of the knee. */
export interface Paced {
  share: number;
  perSecond: number;
  rounds: ByLane<PacedRound[]>;
}

/** Everything that `npm run bench` has measured, as it is written to a file. Rounds are kept as they came. */
export interface Results {
  about: About;
  saturation: ByLane<SaturationRound[]>;
  steps: ByLane<Step[]>;
  /** Payments a second: the lower of both knees. */
  knee: number;
  paced: Paced[];
  status: ByLane<RequestRound[]>;
  upi: ByLane<RequestRound[]>;
  hosted: ByLane<RequestRound[]>;
  deliveries: ByLane<Drained[]>;
  /** Jobs a second. */
  queueLayer: ByLane<number[]>;
  recovery: Recovery[];
  /** By line of the Procfile, before the first payment that counts and after the last. */
  memory: { before: Record<string, LiveMemory>; after: Record<string, LiveMemory> };
  /** Null when it was a brief run. */
  counts: Counts | null;
}
