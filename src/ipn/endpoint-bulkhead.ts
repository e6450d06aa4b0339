import { LRUCache } from 'lru-cache';

interface Limits {
  /** Calls under way to one endpoint. */
  calls: number;
  /** A delivery waits here when there will be room within so many milliseconds; else it is postponed at once. */
  expectedMs: number;
  /** And is postponed after so many milliseconds, whatever was expected. */
  patienceMs: number;
}

/** Postponing costs the database about as much as delivering: waiting is better where calls soon end. */
const HEALTHY: Limits = { calls: 10, expectedMs: 1000, patienceMs: 1500 };
/** An endpoint that nobody knows yet, that is slow, or that did not answer. */
const DEGRADED: Limits = { calls: 2, expectedMs: 300, patienceMs: 500 };
/** A call that takes longer makes its endpoint degraded at once, before it has failed. Milliseconds. */
const SLOW_MS = 1000;
/** How much the latest call weighs in the mean. */
const WEIGHT = 0.2;
/** Postponed deliveries come back one after the other: first after a second, last after ten minutes. */
const FIRST_RETURN_MS = 1000;
const LAST_RETURN_MS = 600_000;
const SLOWEST_RETURN_MS = 500;

// Times here are performance.now(): the wall clock may be put back or forward while a process runs.

interface Call {
  startedAt: number;
  degraded: boolean;
}

/** Deliveries that come back one after the other. */
interface ReturnQueue {
  /** Milliseconds since 1970; 0: at once. */
  notBefore: number;
  /** When the delivery that was postponed last comes back. */
  lastReturn: number;
}

interface Compartment {
  calls: Set<Call>;
  waiting: Set<() => void>;
  /** Whether the latest call got a status line. */
  answers: boolean;
  /** Mean milliseconds of a call; 0 before the first one ended. */
  meanMs: number;
  /** Those for which there was no room. */
  overflow: ReturnQueue;
  /** Those that wait for the end of a pause, which somebody may cut short. */
  paused: ReturnQueue;
}

/** Ends a call: with whether a status line came, or without when nothing was sent. */
export type Release = (answered?: boolean) => void;

/**
 * A bulkhead per endpoint: shares a process's calls among endpoints, so that none waits for another. One endpoint has
 * at most ten calls under way. Those that are degraded (new, slow or unresponsive) have two each and together at most
 * half of all, so that however many of them hang, the other half is for those that answer. Who finds no room waits for
 * a moment or is postponed.
 */
export class EndpointBulkhead {
  readonly #compartments = new LRUCache<string, Compartment>({ max: 10_000 });
  readonly #calls = new Set<Call>();
  readonly #degradedRoom: number;

  /** @param capacity calls at once in this process */
  constructor(capacity: number) {
    this.#degradedRoom = Math.max(1, Math.floor(capacity / 2));
  }

  /** Waits for a moment at most. @returns null when there is no room: postpone() then says when to come back */
  async enter(endpoint: string): Promise<Release | null> {
    const compartment = this.#compartmentOf(endpoint);
    if (compartment.waiting.size === 0 && this.#hasRoom(compartment)) return this.#start(compartment);
    return expectedWait(compartment) > limitsOf(compartment).expectedMs ? null : this.#waitForRoom(compartment);
  }

  /**
   * A moment for a delivery that cannot go now: one after the other, at about the pace that the endpoint has shown.
   * @param notBefore milliseconds since 1970
   */
  postpone(endpoint: string, notBefore = 0): Date {
    const compartment = this.#compartmentOf(endpoint);
    const queue = notBefore > 0 ? compartment.paused : compartment.overflow;
    if (notBefore < queue.notBefore) queue.lastReturn = 0; // the pause before was cut short
    queue.notBefore = notBefore;
    const now = performance.now();
    const wallClock = Date.now();
    const momentOf = (at: number) => new Date(wallClock + Math.round(at - now));
    const earliest = now + Math.max(FIRST_RETURN_MS, notBefore - wallClock);
    const at = Math.max(queue.lastReturn + Math.min(callMs(compartment), SLOWEST_RETURN_MS) / HEALTHY.calls, earliest);
    if (at > earliest + LAST_RETURN_MS) return momentOf(earliest + Math.random() * LAST_RETURN_MS);
    queue.lastReturn = at;
    return momentOf(at);
  }

  #compartmentOf(endpoint: string): Compartment {
    const known = this.#compartments.get(endpoint);
    if (known) return known;
    const queue = { notBefore: 0, lastReturn: 0 };
    const queues = { overflow: queue, paused: { ...queue } };
    const compartment: Compartment = { calls: new Set(), waiting: new Set(), answers: false, meanMs: 0, ...queues };
    this.#compartments.set(endpoint, compartment);
    return compartment;
  }

  #hasRoom(compartment: Compartment): boolean {
    if (compartment.calls.size >= limitsOf(compartment).calls) return false;
    return !isDegraded(compartment) || this.#degradedCalls() < this.#degradedRoom;
  }

  #degradedCalls(): number {
    const slowSince = performance.now() - SLOW_MS;
    let count = 0;
    for (const call of this.#calls) if (call.degraded || call.startedAt < slowSince) count += 1;
    return count;
  }

  /** Resolves when there is room, or with null when patience ends. */
  #waitForRoom(compartment: Compartment): Promise<Release | null> {
    return new Promise((resolve) => {
      const settle = (release: Release | null) => {
        clearTimeout(timer);
        compartment.waiting.delete(call);
        resolve(release);
      };
      const call = () => settle(this.#start(compartment));
      const timer = setTimeout(settle, limitsOf(compartment).patienceMs, null);
      compartment.waiting.add(call);
    });
  }

  #start(compartment: Compartment): Release {
    const call = { startedAt: performance.now(), degraded: isDegraded(compartment) };
    compartment.calls.add(call);
    this.#calls.add(call);
    return (answered) => {
      if (!compartment.calls.delete(call)) return;
      this.#calls.delete(call);
      if (answered !== undefined) learn(compartment, answered, performance.now() - call.startedAt);
      this.#callNext(compartment);
    };
  }

  #callNext(compartment: Compartment): void {
    for (const call of compartment.waiting) {
      if (!this.#hasRoom(compartment)) return;
      call();
    }
  }
}

function learn(compartment: Compartment, answered: boolean, tookMs: number): void {
  compartment.answers = answered;
  compartment.meanMs = compartment.meanMs === 0 ? tookMs : compartment.meanMs + WEIGHT * (tookMs - compartment.meanMs);
}

/** Age of the call that has been under way for longest; calls are kept in the order of their start. */
function oldestMs(compartment: Compartment): number {
  const [oldest] = compartment.calls;
  return oldest ? performance.now() - oldest.startedAt : 0;
}

/** What a call takes, by those that ended and by that which goes on: who hangs from now on was quick until now. */
const callMs = (compartment: Compartment): number => Math.max(compartment.meanMs, oldestMs(compartment));

const isDegraded = (compartment: Compartment): boolean => !compartment.answers || oldestMs(compartment) > SLOW_MS;

const limitsOf = (compartment: Compartment): Limits => (isDegraded(compartment) ? DEGRADED : HEALTHY);

const expectedWait = (compartment: Compartment): number =>
  ((compartment.waiting.size + 1) * callMs(compartment)) / limitsOf(compartment).calls;
