import { ReturnQueue } from './return-queue.js';

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
export const SLOW_MS = 1000;
/** How much the latest call weighs in the mean. */
const WEIGHT = 0.2;
const SLOWEST_RETURN_MS = 500;

export interface Call {
  /** By performance.now(): the wall clock may be put back or forward while a process runs. */
  startedAt: number;
  degraded: boolean;
}

/** The calls to one endpoint, and how many more it can take by what they have shown. */
export class Compartment {
  /** In the order of their start. */
  readonly calls = new Set<Call>();
  readonly waiting = new Set<() => void>();
  /** Those for which there was no room. */
  readonly #overflow = new ReturnQueue();
  /** Those that wait for the end of a pause, which somebody may cut short. */
  readonly #paused = new ReturnQueue();
  /** Whether the latest call got a status line; undefined before the first one ended. */
  #answers: boolean | undefined;
  /** Mean milliseconds of a call; 0 before the first one ended. */
  #meanMs = 0;

  /** @param answers what was known of the endpoint before this process met it, if anything was */
  constructor(answers?: boolean) {
    this.#answers = answers;
  }

  get isDegraded(): boolean {
    return !this.#answers || this.#oldestMs > SLOW_MS;
  }

  /** Nobody knows yet whether it answers, and nothing has shown that it does not. */
  get isNew(): boolean {
    return this.#answers === undefined && this.#oldestMs <= SLOW_MS;
  }

  get limits(): Limits {
    return this.isDegraded ? DEGRADED : HEALTHY;
  }

  get expectedWaitMs(): number {
    return ((this.waiting.size + 1) * this.#callMs) / this.limits.calls;
  }

  noteEnd({ startedAt }: Call, answered: boolean): void {
    const tookMs = performance.now() - startedAt;
    this.#answers = answered;
    this.#meanMs = this.#meanMs === 0 ? tookMs : this.#meanMs + WEIGHT * (tookMs - this.#meanMs);
  }

  /** A moment for a delivery that cannot go now. @param notBefore the end of a pause, or 0 */
  returnAt(notBefore: number): Date {
    const queue = notBefore > 0 ? this.#paused : this.#overflow;
    return queue.next(Math.min(this.#callMs, SLOWEST_RETURN_MS) / HEALTHY.calls, notBefore);
  }

  /** What a call takes, by those that ended and by that which goes on: who hangs from now on was quick until now. */
  get #callMs(): number {
    return Math.max(this.#meanMs, this.#oldestMs);
  }

  get #oldestMs(): number {
    const [oldest] = this.calls;
    return oldest ? performance.now() - oldest.startedAt : 0;
  }
}
