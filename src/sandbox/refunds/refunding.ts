import { randomBytes } from 'node:crypto';
import { config } from '../../../config/index.js';
import { logger } from '../../telemetry/logger.js';
import { DAY_MS } from '../../time.js';
import { KeyReused } from '../charging.js';
import type { Ledger } from '../ledger.js';
import type { RefundRecord, RefundState } from './refund.js';
import type { RefundRequest } from './refund-request.js';

interface RefundAnswer {
  refund: RefundRecord;
  /** The gateway hangs over this one: it is decided, but whoever asked never hears of it. */
  unheard: boolean;
}

/** What becomes of a refund, by the last two digits of its amount in minor units. */
const HABITS = new Map<number, 'refuse' | 'later' | 'hang' | 'hang_and_refuse'>([
  [55, 'refuse'],
  [66, 'later'],
  [77, 'hang'],
  [88, 'hang_and_refuse'],
]);

const habitOf = ({ amount }: RefundRequest) => HABITS.get(amount % 100);

/** Why the gateway does not take a refund on; undefined when it does. */
function refusalOf(ledger: Ledger, request: RefundRequest, now: number): string | undefined {
  const moved = ledger.settledOf(request.charge);
  if (moved?.reference !== request.reference) return 'charge_unknown'; // a debit that has not settled, too
  if (moved.currency !== request.currency) return 'other_currency';
  if (now - Date.parse(moved.settled_at) > config.sandbox.refundDays * DAY_MS) return 'too_old';
  const left = moved.amount - ledger.refunds.takenOf(request.charge) - request.amount;
  if (left < 0) return 'amount_too_large';
  return left < ledger.disputes.disputedOf(request.charge) ? 'charge_disputed' : undefined;
}

function stateOf(ledger: Ledger, request: RefundRequest, now: number): RefundState {
  const code = refusalOf(ledger, request, now);
  if (code !== undefined) return { status: 'refused', code };
  const habit = habitOf(request);
  if (habit === 'refuse' || habit === 'hang_and_refuse') return { status: 'refused', code: 'refused' };
  return habit === 'later'
    ? { status: 'pending', readyAt: now + config.sandbox.customerDelay * 1000 }
    : { status: 'refunded', at: now };
}

/** The same key once more: counted, answered as before, and no money moves. */
function repeat(ledger: Ledger, known: RefundRecord, { reference, charge, amount, currency }: RefundRequest) {
  const counted = ledger.refunds.save({ ...known, calls: known.calls + 1 });
  logger.info('refund.repeated', { key: known.key, status: known.state.status, calls: counted.calls });
  const same =
    known.reference === reference && known.charge === charge && known.amount === amount && known.currency === currency;
  if (!same) throw new KeyReused();
  return counted;
}

/**
 * Gives money back once for each key. Only the first answer of a refund that hangs goes unheard.
 * @throws {KeyReused} when the key belongs to another refund
 */
export function takeRefund(ledger: Ledger, key: string, request: RefundRequest): RefundAnswer {
  const known = ledger.refunds.find(key);
  if (known) return { refund: repeat(ledger, known, request), unheard: false };
  const { reference, charge, amount, currency } = request;
  const state = stateOf(ledger, request, Date.now());
  const id = `re_${randomBytes(12).toString('base64url')}`;
  const refund = ledger.refunds.save({
    ...{ kind: 'refund', key, id, reference, charge, amount, currency, calls: 1, state },
    callbackUrl: request.callback_url ?? '',
    callback: null,
  });
  logger.info('refund.taken', { key, reference, amount, status: state.status });
  return { refund, unheard: habitOf(request)?.startsWith('hang') ?? false };
}

/** There is no refund under this key that has gone back: nothing happens. */
export class NotRefunded extends Error {
  constructor() {
    super('No refund with this key has gone back');
  }
}

/**
 * The customer's bank does not take the money: it comes back to the merchant.
 * @throws {NotRefunded}
 */
export function takeBack(ledger: Ledger, key: string): RefundRecord {
  const known = ledger.refunds.find(key);
  if (known?.state.status !== 'refunded') throw new NotRefunded();
  logger.info('refund.taken_back', { key, reference: known.reference, amount: known.amount });
  return ledger.refunds.move(known, { status: 'taken_back', at: known.state.at, backAt: Date.now() });
}
