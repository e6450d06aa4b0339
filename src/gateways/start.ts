import { startAccounts } from './accounts.js';
import { startBreakers } from './breaker.js';
import { startCallFigures } from './call-figures.js';

/** What every process that asks gateways keeps up to date: accounts, breakers, figures. @returns what ends it */
export async function startGateways(): Promise<() => void> {
  const stops = [await startAccounts(), startBreakers(), startCallFigures()];
  return () => {
    for (const stop of stops) stop();
  };
}
