import { logger } from '../telemetry/logger.js';
import { presentCharge } from './charge-answer.js';
import type { Charge } from './charge.js';
import type { Ledger } from './ledger.js';
import { WAITS, type Poster } from './poster.js';

const EVERY = 50; // ms
const AT_LAST = 60_000; // ms; an account that cannot ask is told until it has heard

/** What an account is told of one of its charges: in the words of the answers, with what callbacks of orders have. */
const newsOf = (charge: Charge) => ({
  key: charge.key,
  reference: charge.reference ?? '',
  amount: charge.status === 'charged' ? charge.amount : 0,
  currency: 'currency' in charge ? charge.currency : 'XXX',
  status: charge.status,
  charge: presentCharge(charge),
});

/** Tells accounts that cannot ask what their charges have come to. @returns what stops it; what is underway stays on file */
export function startChargeNews(ledger: Ledger, poster: Poster, isOn: () => boolean): () => void {
  const underway = new Set<string>();
  let stopped = false;

  /** Writes down how it went, unless there is newer news. */
  function conclude(told: Charge, taken: boolean): void {
    const charge = ledger.find(told.key);
    if (!charge || charge.callback !== told.callback || stopped) return;
    const tries = (told.callback?.tries ?? 0) + 1;
    const at = Date.now() + (WAITS[tries - 1] ?? AT_LAST);
    ledger.save({ ...charge, callback: taken ? null : { at, tries } });
    logger.info(taken ? 'callback.taken' : 'callback.failed', { key: charge.key, status: told.status, tries });
  }

  async function tell(charge: Charge): Promise<void> {
    underway.add(charge.key);
    const taken = isOn() && (await poster.post(charge.callbackUrl ?? '', newsOf(charge), charge.behaviours));
    underway.delete(charge.key);
    conclude(charge, taken);
  }

  const timer = setInterval(() => {
    for (const charge of ledger.untold(Date.now()))
      if (!underway.has(charge.key))
        tell(charge).catch((error: unknown) => logger.error('callback.broke', { key: charge.key, error }));
  }, EVERY);
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
