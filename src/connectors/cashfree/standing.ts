import { HOUR_MS } from '../../time.js';
import { NotDecided } from '../connector.js';
import type { Attempt } from './attempt.js';
import { momentOf } from './moment.js';
import type { Order } from './order.js';

/** What an order and the attempts at it amount to. `open`: it can still be paid. */
export type Standing =
  | { is: 'paid'; by: Attempt }
  /** A bank is at it: money may move any moment, even once the order has expired. */
  | { is: 'in_progress' }
  /** It is to be closed, once no bank is at it. */
  | { is: 'closing'; atBank: boolean }
  | { is: 'failed'; by: Attempt; open: boolean }
  /** The customer has gone away. */
  | { is: 'dropped'; open: boolean }
  /** Nobody has tried. `expired`: its time is over. */
  | { is: 'untouched'; open: boolean; expired: boolean };

/** For how long after its order has expired an attempt that was begun before may still be paid: Cashfree ends it then. */
const ENDS_WITHIN_MS = HOUR_MS;

/** How a result says that an order can still be paid. */
export const openIf = (open: boolean): { open?: true } => (open ? { open } : {});

const ORDER_STATUSES = ['ACTIVE', 'PAID', 'EXPIRED', 'TERMINATED', 'TERMINATION_REQUESTED'];
const ATTEMPT_STATUSES = ['SUCCESS', 'NOT_ATTEMPTED', 'FAILED', 'USER_DROPPED', 'CANCELLED', 'PENDING'];

/**
 * What has come of an order. An attempt that succeeded is money, whatever the order says.
 * @param attempts the oldest first
 * @throws {NotDecided} when Cashfree does not know yet itself, or gives a status that nobody here knows, or that makes no
 *   sense here, such as `VOID`: we never ask for money to be held. It has answered: its account is none that is down
 */
export function standingOf(order: Order, attempts: Attempt[]): Standing {
  const { order_status: status, order_id } = order;
  const paid = attempts.find(({ payment_status }) => payment_status === 'SUCCESS');
  if (paid?.is_captured === false) throw new NotDecided(`Cashfree only holds the money of ${order_id}`);
  if (paid) return { is: 'paid', by: paid };
  const isClear = ORDER_STATUSES.includes(status) && attempts.every(hasKnownStatus);
  if (!isClear) throw new NotDecided(`Cashfree gives ${order_id} a status that nobody here knows`);
  if (status === 'PAID') throw new NotDecided(`Cashfree shows no payment of ${order_id}, which is paid`);
  const atBank = attempts.some(({ payment_status }) => payment_status === 'PENDING');
  if (status === 'TERMINATION_REQUESTED') return { is: 'closing', atBank };
  // An order is terminated only when no bank is at it any more.
  if (atBank && status !== 'TERMINATED') return { is: 'in_progress' };
  return endOf(attempts, order);
}

const hasKnownStatus = ({ payment_status }: Attempt): boolean => ATTEMPT_STATUSES.includes(payment_status);

/** Whether a link or a page that was given before its order expired may still be used. */
function isUsable({ order_status, order_expiry_time }: Order): boolean {
  if (order_status !== 'EXPIRED' || !order_expiry_time) return order_status === 'ACTIVE';
  return momentOf(order_expiry_time).getTime() + ENDS_WITHIN_MS > Date.now();
}

/** What the latest attempt says, when no bank is at any. */
function endOf(attempts: Attempt[], order: Order): Standing {
  const latest = attempts.at(-1);
  const open = order.order_status === 'ACTIVE';
  const expired = order.order_status === 'EXPIRED';
  switch (latest?.payment_status) {
    case 'FAILED':
      return { is: 'failed', by: latest, open };
    case 'CANCELLED':
    case 'USER_DROPPED':
      return { is: 'dropped', open };
    case undefined:
      return { is: 'untouched', open, expired };
    default:
      return { is: 'untouched', open: isUsable(order), expired };
  }
}
