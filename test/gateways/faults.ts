/** How a call to any stand-in can be spoiled. `before`, and 429: nothing was done; the others come after the work. */
export const COMMON_FAULTS = ['hang', 'hang before', 'reset', 'half', 'garbage', '500', '500 before', '429'] as const;
export type CommonFault = (typeof COMMON_FAULTS)[number];

/** The faults that wait for calls, in the order in which they were laid. */
export function createFaults<F extends string>() {
  const waiting: { call: RegExp; fault: F; times: number; share: number }[] = [];
  let isSilent = false;
  return {
    /** What happens to a call; it then waits for one less. */
    of(call: string): F | undefined {
      const found = waiting.find((each) => each.times > 0 && each.call.test(call));
      if (!found || Math.random() >= found.share) return undefined;
      found.times--;
      return found.fault;
    },
    /** @param share the part of such calls that is spoiled, until so many were */
    spoil: (call: RegExp, fault: F, times = 1, share = 1): void => {
      waiting.push({ call, fault, times, share });
      isSilent = false;
    },
    /** To be called once nothing more is done about a call that gets no answer. */
    stayAway: (): void => void (isSilent = true),
    /** Whether a call got no answer since the last fault was laid. */
    isSilent: (): boolean => isSilent,
    mend: (): void => void waiting.splice(0),
  };
}
