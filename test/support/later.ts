/** Runs something, up to its first wait, with the wall clock turned by some seconds. */
export function later<T>(seconds: number, run: () => T): T {
  const { now } = Date;
  Date.now = () => now() + seconds * 1000;
  try {
    return run();
  } finally {
    Date.now = now;
  }
}
