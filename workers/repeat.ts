/**
 * Does something every so many seconds, with a little jitter, until stopped: at once for the first time, never twice at
 * the same time. A pass that fails is followed by the next.
 * @returns what stops it, once the pass under way has ended
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
