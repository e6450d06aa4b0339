import { mock } from 'node:test';

/**
 * Makes a call to a gateway whose time is over as soon as something is so, and not before: a time in seconds is over at
 * another step on a busy machine.
 */
export async function outOfTime<T>(isOver: () => boolean, call: () => Promise<T>): Promise<T> {
  const limit = new AbortController();
  const { mock: timeout } = mock.method(AbortSignal, 'timeout', () => limit.signal);
  const timer = setInterval(() => {
    if (isOver()) limit.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError'));
  }, 5);
  try {
    return await call();
  } finally {
    clearInterval(timer);
    timeout.restore();
  }
}
