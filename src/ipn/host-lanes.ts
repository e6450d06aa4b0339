import { LRUCache } from 'lru-cache';

interface Limits {
  /** Calls under way to one endpoint. */
  calls: number;
  /** A delivery waits here when its turn is expected within so many milliseconds; else it is postponed at once. */
  expectedMs: number;
  /** And is postponed after so many milliseconds, whatever was expected. */
  patienceMs: number;
}

/** Postponing costs the database about as much as delivering: waiting is better where calls soon end. */
const ANSWERING: Limits = { calls: 10, expectedMs: 1000, patienceMs: 1500 };
/** An endpoint that nobody knows yet, that is slow, or that did not answer. */
const DOUBTFUL: Limits = { calls: 2, expectedMs: 300, patienceMs: 500 };
/** A call that takes longer makes its endpoint doubtful at once, before it has failed. Milliseconds. */
const SLOW_MS = 1000;
/** How much the latest call weighs in the mean. */
const WEIGHT = 0.2;
/** Postponed deliveries come back in single file: first after a second, last after ten minutes. */
const FIRST_TURN_MS = 1000;
const LAST_TURN_MS = 600_000;
const SLOWEST_FILE_MS = 500;

// Times here are performance.now(): the wall clock may be put back or forward while a process runs.

interface Call {
  startedAt: number;
  doubtful: boolean;
}

/** Deliveries that come back one after the other. */
interface File {
  /** Milliseconds since 1970; 0: at once. */
  notBefore: number;
  /** When the delivery that was postponed last comes back. */
  lastTurn: number;
}

interface Lane {
  calls: Set<Call>;
  waiting: Set<() => void>;
  /** Whether the latest call got a status line. */
  answers: boolean;
  /** Mean milliseconds of a call; 0 before the first one ended. */
  meanMs: number;
  /** Those for which there was no room. */
  crowd: File;
  /** Those that wait for the end of a pause, which somebody may cut short. */
  paused: File;
}

/** Ends a call: with whether a status line came, or without when nothing was sent. */
export type Leave = (answered?: boolean) => void;

/**
 * Shares a process's calls among endpoints, so that none waits for another. One endpoint has at most ten calls under
 * way. Those that are new, slow or silent have two each and together at most half of all, so that however many of them
 * hang, the other half is for those that answer. Who finds no room waits for a moment or is postponed.
 */
export class HostLanes {
  readonly #lanes = new LRUCache<string, Lane>({ max: 10_000 });
  readonly #calls = new Set<Call>();
  readonly #doubtfulRoom: number;

  /** @param capacity calls at once in this process */
  constructor(capacity: number) {
    this.#doubtfulRoom = Math.max(1, Math.floor(capacity / 2));
  }

  /** Waits for a moment at most. @returns null when there is no room: postpone() then says when to come back */
  async enter(endpoint: string): Promise<Leave | null> {
    const lane = this.#laneOf(endpoint);
    if (lane.waiting.size === 0 && this.#hasRoom(lane)) return this.#start(lane);
    return expectedWait(lane) > limitsOf(lane).expectedMs ? null : this.#turn(lane);
  }

  /**
   * A moment for a delivery that cannot go now: one after the other, at about the pace that the endpoint has shown.
   * @param notBefore milliseconds since 1970
   */
  postpone(endpoint: string, notBefore = 0): Date {
    const lane = this.#laneOf(endpoint);
    const file = notBefore > 0 ? lane.paused : lane.crowd;
    if (notBefore < file.notBefore) file.lastTurn = 0; // the pause before was cut short
    file.notBefore = notBefore;
    const now = performance.now();
    const wallClock = Date.now();
    const momentOf = (turn: number) => new Date(wallClock + Math.round(turn - now));
    const earliest = now + Math.max(FIRST_TURN_MS, notBefore - wallClock);
    const turn = Math.max(file.lastTurn + Math.min(callMs(lane), SLOWEST_FILE_MS) / ANSWERING.calls, earliest);
    if (turn > earliest + LAST_TURN_MS) return momentOf(earliest + Math.random() * LAST_TURN_MS);
    file.lastTurn = turn;
    return momentOf(turn);
  }

  #laneOf(endpoint: string): Lane {
    const known = this.#lanes.get(endpoint);
    if (known) return known;
    const file = { notBefore: 0, lastTurn: 0 };
    const files = { crowd: file, paused: { ...file } };
    const lane: Lane = { calls: new Set(), waiting: new Set(), answers: false, meanMs: 0, ...files };
    this.#lanes.set(endpoint, lane);
    return lane;
  }

  #hasRoom(lane: Lane): boolean {
    if (lane.calls.size >= limitsOf(lane).calls) return false;
    return !isDoubtful(lane) || this.#doubtfulCalls() < this.#doubtfulRoom;
  }

  #doubtfulCalls(): number {
    const slowSince = performance.now() - SLOW_MS;
    let count = 0;
    for (const call of this.#calls) if (call.doubtful || call.startedAt < slowSince) count += 1;
    return count;
  }

  /** Resolves when the lane calls, or with null when patience ends. */
  #turn(lane: Lane): Promise<Leave | null> {
    return new Promise((resolve) => {
      const settle = (leave: Leave | null) => {
        clearTimeout(timer);
        lane.waiting.delete(call);
        resolve(leave);
      };
      const call = () => settle(this.#start(lane));
      const timer = setTimeout(settle, limitsOf(lane).patienceMs, null);
      lane.waiting.add(call);
    });
  }

  #start(lane: Lane): Leave {
    const call = { startedAt: performance.now(), doubtful: isDoubtful(lane) };
    lane.calls.add(call);
    this.#calls.add(call);
    return (answered) => {
      if (!lane.calls.delete(call)) return;
      this.#calls.delete(call);
      if (answered !== undefined) learn(lane, answered, performance.now() - call.startedAt);
      this.#callNext(lane);
    };
  }

  #callNext(lane: Lane): void {
    for (const call of lane.waiting) {
      if (!this.#hasRoom(lane)) return;
      call();
    }
  }
}

function learn(lane: Lane, answered: boolean, tookMs: number): void {
  lane.answers = answered;
  lane.meanMs = lane.meanMs === 0 ? tookMs : lane.meanMs + WEIGHT * (tookMs - lane.meanMs);
}

/** Age of the call that has been under way for longest; calls are kept in the order of their start. */
function oldestMs(lane: Lane): number {
  const [oldest] = lane.calls;
  return oldest ? performance.now() - oldest.startedAt : 0;
}

/** What a call takes, by those that ended and by that which goes on: who hangs from now on was quick until now. */
const callMs = (lane: Lane): number => Math.max(lane.meanMs, oldestMs(lane));

const isDoubtful = (lane: Lane): boolean => !lane.answers || oldestMs(lane) > SLOW_MS;

const limitsOf = (lane: Lane): Limits => (isDoubtful(lane) ? DOUBTFUL : ANSWERING);

const expectedWait = (lane: Lane): number => ((lane.waiting.size + 1) * callMs(lane)) / limitsOf(lane).calls;
