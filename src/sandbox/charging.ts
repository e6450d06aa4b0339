import { randomBytes } from 'node:crypto';
import { logger } from '../telemetry/logger.js';
import type { Charge, Charged, Declined } from './charge.js';
import type { ChargeRequest, CloseRequest } from './charge-request.js';
import { planDispute } from './disputes/disputing.js';
import type { Ledger } from './ledger.js';
import { newId } from './behaviour.js';
import { networkOf, scenarioOf } from './test-cards.js';

/** The key was used for something else before: nothing happens now. */
export class KeyReused extends Error {
  constructor() {
    super('This Idempotency-Key was used for something else');
  }
}

export interface ChargeAnswer {
  charge: Charge;
  /** The gateway hangs over this one: it is decided, but whoever asked never hears of it. */
  unheard: boolean;
}

/** What nobody can guess. */
export const newToken = (): string => randomBytes(24).toString('base64url');

const EVENTS = {
  charged: 'charge.decided',
  declined: 'charge.decided',
  challenge_required: 'charge.challenged',
  closed: 'charge.closed',
} as const;

/** Whether the merchant side has to be told of it, since it cannot ask. */
const isNews = ({ status, behaviours, callbackUrl }: Charge): boolean =>
  status !== 'challenge_required' && callbackUrl !== undefined && behaviours?.includes('told') === true;

function record(ledger: Ledger, charge: Charge): Charge {
  ledger.save(isNews(charge) ? { ...charge, callback: { at: Date.now(), tries: 0 } } : charge);
  logger.info(EVENTS[charge.status], {
    key: charge.key,
    result: charge.status,
    ...(charge.status !== 'closed' && { reference: charge.reference }),
    ...(charge.status === 'declined' && { code: charge.code }),
  });
  return charge;
}

/** The same key once more: counted, answered as before, and no money moves. */
function repeat(ledger: Ledger, known: Charge, request: ChargeRequest): Charge {
  const counted = { ...known, calls: known.calls + 1 };
  ledger.save(counted);
  logger.info('charge.repeated', { key: known.key, status: known.status, calls: counted.calls });
  const { reference, amount, currency } = request;
  const same =
    counted.status === 'closed' ||
    (counted.reference === reference && counted.amount === amount && counted.currency === currency);
  if (!same) throw new KeyReused();
  return counted;
}

function decide(key: string, request: ChargeRequest, behaviours: string[]): Charge {
  const { number } = request.card;
  const { reference, amount, currency } = request;
  const card = { network: networkOf(number), last4: number.slice(-4) };
  const taken = {
    key,
    id: newId('ch', key, behaviours),
    reference,
    amount,
    currency,
    ...card,
    calls: 1,
    ...(behaviours.length > 0 && { behaviours }),
    ...(request.callback_url !== undefined && { callbackUrl: request.callback_url }),
  };
  const charged: Charged = { ...taken, status: 'charged', settledAt: Date.now() };
  const declined = (code: string): Declined => ({ ...taken, status: 'declined', code });

  const scenario = scenarioOf(number);
  switch (scenario.kind) {
    case 'approve':
    case 'dispute':
      return charged;
    case 'decline':
      return declined(scenario.code);
    case 'hang':
      return scenario.result === 'charged' ? charged : declined('do_not_honor');
    case 'challenge': {
      if (request.three_ds === 'off') return scenario.then === 'approve' ? charged : declined('do_not_honor');
      const challenge = { token: newToken(), returnUrl: request.return_url, wrongCodes: 0, then: scenario.then };
      return { ...taken, status: 'challenge_required', challenge };
    }
  }
}

/**
 * Charges a card once for each key. Only the first answer of a card that hangs goes unheard: who asks again is told.
 * @throws {KeyReused} when the key belongs to another charge
 */
export function chargeCard(ledger: Ledger, key: string, request: ChargeRequest, behaviours: string[]): ChargeAnswer {
  const known = ledger.find(key);
  if (known) return { charge: repeat(ledger, known, request), unheard: false };
  const { kind } = scenarioOf(request.card.number);
  const decided = decide(key, request, behaviours);
  if (kind === 'dispute' && decided.status === 'charged') planDispute(ledger, decided, request.callback_url);
  return { charge: record(ledger, decided), unheard: kind === 'hang' };
}

/** From now on the key moves no money. What was decided before stands, and is the answer. */
export function closeCharge(ledger: Ledger, key: string, by: CloseRequest & { behaviours?: string[] } = {}): Charge {
  const known = ledger.find(key);
  if (known && known.status !== 'challenge_required') return known;
  const { challenge, calls = 0 } = known ?? {};
  const { reference = by.reference, behaviours = by.behaviours, callbackUrl = by.callback_url } = known ?? {};
  return record(ledger, {
    status: 'closed',
    key,
    calls,
    ...(challenge && { challenge }),
    ...(reference !== undefined && { reference }),
    ...(behaviours?.length && { behaviours }),
    ...(callbackUrl !== undefined && { callbackUrl }),
  });
}

/** Ends a challenge one way or the other. */
export function settleChallenge(ledger: Ledger, charge: Charged | Declined): void {
  record(ledger, charge);
}
