import { setTimeout as pause } from 'node:timers/promises';

const AGAIN_MS = 300;

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/**
 * Sends news.
 * @param persists whether it is sent until it is taken, as gateways do for days; else once
 * @param isTaken by which status of the answer the gateway knows that
 */
export function createTelling(persists: boolean, isTaken = isSuccess) {
  let untold = 0;
  return {
    /** How many news nobody has taken yet. */
    untold: (): number => untold,
    /** @param send gives the status of the answer; 0 when there was none */
    async tell(send: () => Promise<number>): Promise<void> {
      untold += 1;
      for (let status = await send(); persists && !isTaken(status); status = await send()) await pause(AGAIN_MS);
      untold -= 1;
    },
  };
}
