/**
 * Runs a pass at once, and again so many seconds after each has ended, with a little jitter, until stopped. Passes
 * never overlap, and one that fails does not stop the next.
 * @returns a function that stops it and resolves once the pass under way has ended
 */
export function repeat(
  pass: () => Promise<void>,
  seconds: number,
  onFailure: (error: unknown) => void,
): () => Promise<void> {
  let stopped = false;
  let timer: NodeJS.Timeout;
  let current = Promise.resolve();
  const run = () => {
    current = pass()
      .catch(onFailure)
      .then(() => {
        if (!stopped) timer = setTimeout(run, seconds * 1000 * (0.9 + Math.random() * 0.2));
      });
  };
  run();
  return async () => {
    stopped = true;
    clearTimeout(timer);
    await current;
  };
}
