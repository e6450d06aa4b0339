/** Postponed deliveries come back one after the other: first after a second, last after ten minutes. */
const FIRST_RETURN_MS = 1000;
const LAST_RETURN_MS = 600_000;

/** Paces deliveries that come back. By performance.now(): the wall clock may be put back or forward meanwhile. */
export class ReturnQueue {
  /** Milliseconds since 1970; 0: at once. */
  #notBefore = 0;
  /** When the delivery that was postponed last comes back. */
  #lastReturn = 0;

  /**
   * When one more delivery comes back.
   * @param apartMs from the one before
   * @param notBefore milliseconds since 1970
   */
  next(apartMs: number, notBefore: number): Date {
    if (notBefore < this.#notBefore) this.#lastReturn = 0; // the pause before was cut short
    this.#notBefore = notBefore;
    const now = performance.now();
    const wallClock = Date.now();
    const momentOf = (at: number) => new Date(wallClock + Math.round(at - now));
    const earliest = now + Math.max(FIRST_RETURN_MS, notBefore - wallClock);
    const at = Math.max(this.#lastReturn + apartMs, earliest);
    if (at > earliest + LAST_RETURN_MS) return momentOf(earliest + Math.random() * LAST_RETURN_MS);
    this.#lastReturn = at;
    return momentOf(at);
  }
}
