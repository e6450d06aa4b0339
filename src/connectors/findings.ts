import { ConnectorError } from './connector.js';
import type { Finding } from './gateway.js';

/** What `check` has found out. @param text what it means, and what to do */
export const found = (name: string, ok: boolean, text: string): Finding => ({ name, ok, text });

/** What is found out by calls to a gateway, or why it could not be. @param guide where a person reads on */
export async function orFault(
  name: string,
  guide: string,
  look: () => Promise<Finding | Finding[]>,
): Promise<Finding[]> {
  try {
    return [await look()].flat();
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    return [found(name, false, `${error.message}; ${guide}`)];
  }
}

const MOST_SKEW = 60; // seconds, of the minutes in which signatures are believed and orders end

/**
 * Whether our clock goes as a gateway's.
 * @param date the gateway's own, of an answer a moment ago
 * @param otherwise what goes wrong when it does not
 */
export function clockFinding(gateway: string, date: string, otherwise: string): Finding {
  const skew = Math.round((Date.now() - Date.parse(date)) / 1000);
  return Math.abs(skew) <= MOST_SKEW
    ? found('clock', true, `The clock here goes as ${gateway}'s`)
    : found('clock', false, `The clock here is ${skew} s ahead of ${gateway}'s: ${otherwise}. Set it`);
}
