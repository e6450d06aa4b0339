interface Due<T> {
  at: number;
  what: T;
}

/** What is due when, earliest first: a binary heap, so that 100,000 open orders cost no 100,000 timers. */
export class DueQueue<T> {
  readonly #heap: Due<T>[] = [];

  /** @param at ms since 1970 */
  add(at: number, what: T): void {
    const heap = this.#heap;
    const added = { at, what };
    let place = heap.push(added) - 1;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (!parent || parent.at <= at) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = added;
  }

  /** Takes out the earliest that is due by `now`; nothing, when none is. */
  take(now: number): Due<T> | undefined {
    const heap = this.#heap;
    const first = heap[0];
    if (!first || first.at > now) return undefined;
    const last = heap.pop();
    if (last && heap.length > 0) this.#sink(last);
    return first;
  }

  #sink(due: Due<T>): void {
    const heap = this.#heap;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      let child = heap[below];
      if (!child) break;
      const sibling = heap[below + 1];
      if (sibling && sibling.at < child.at) {
        below += 1;
        child = sibling;
      }
      if (child.at >= due.at) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = due;
  }
}
