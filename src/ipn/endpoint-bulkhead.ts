import { LRUCache } from 'lru-cache';
import { Compartment, SLOW_MS, type Call } from './compartment.js';

/** Ends a call: with whether a status line came, or without when nothing was sent. */
export type Release = (answered?: boolean) => void;

/**
 * A bulkhead per endpoint: shares a process's calls among endpoints, so that none waits for another. One endpoint has
 * at most ten calls under way. Those that are degraded (new, slow or unresponsive) have two each and together at most
 * half of all, new ones a quarter more: so however many of them hang, there is room for those that nobody knows yet, and
 * more for those that answer. Who finds no room waits for a moment or is postponed.
 */
export class EndpointBulkhead {
  readonly #compartments = new LRUCache<string, Compartment>({
    max: 10_000,
    memoMethod: () => new Compartment(),
  });
  readonly #calls = new Set<Call>();
  readonly #degradedRoom: number;
  readonly #newRoom: number;

  /** @param capacity calls at once in this process */
  constructor(capacity: number) {
    this.#degradedRoom = Math.max(1, Math.floor(capacity / 2));
    this.#newRoom = this.#degradedRoom + Math.floor(capacity / 4);
  }

  /** Whether this process has met an endpoint, so that nobody need say what is known of it. */
  knows(endpoint: string): boolean {
    return this.#compartments.has(endpoint);
  }

  /** Meets an endpoint. @param answers whether it was answering when it was last called, by any process; undefined: it never was */
  meet(endpoint: string, answers: boolean | undefined): void {
    if (!this.knows(endpoint)) this.#compartments.set(endpoint, new Compartment(answers));
  }

  /** Waits for a moment at most. @returns null when there is no room: postpone() then says when to come back */
  async enter(endpoint: string): Promise<Release | null> {
    const compartment = this.#compartments.memo(endpoint);
    if (compartment.waiting.size === 0 && this.#hasRoom(compartment)) return this.#start(compartment);
    return compartment.expectedWaitMs > compartment.limits.expectedMs ? null : this.#waitForRoom(compartment);
  }

  /**
   * A moment for a delivery that cannot go now: one after the other, at about the pace that the endpoint has shown.
   * @param notBefore milliseconds since 1970
   */
  postpone(endpoint: string, notBefore = 0): Date {
    return this.#compartments.memo(endpoint).returnAt(notBefore);
  }

  #hasRoom(compartment: Compartment): boolean {
    if (compartment.calls.size >= compartment.limits.calls) return false;
    const room = compartment.isNew ? this.#newRoom : this.#degradedRoom;
    return !compartment.isDegraded || this.#degradedCalls() < room;
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
      const timer = setTimeout(settle, compartment.limits.patienceMs, null);
      compartment.waiting.add(call);
    });
  }

  #start(compartment: Compartment): Release {
    const call = { startedAt: performance.now(), degraded: compartment.isDegraded };
    compartment.calls.add(call);
    this.#calls.add(call);
    return (answered) => {
      if (!compartment.calls.delete(call)) return;
      this.#calls.delete(call);
      if (answered !== undefined) compartment.noteEnd(call, answered);
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
