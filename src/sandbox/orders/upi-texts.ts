import { config } from '../../../config/index.js';
import { habitOf, type Habit } from './customer.js';
import { formatRupees } from './local-amount.js';
import { isOpen } from './moves.js';
import type { UpiOrder } from './order.js';
import { PAYEE } from './order-answer.js';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;

/** "in 14 minutes", "12 seconds ago". @param span milliseconds, below zero for what is past */
function relative(span: number): string {
  const seconds = Math.round(span / 1000);
  const [unit, size] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? (['second', 1] as const);
  return new Intl.RelativeTimeFormat('en', { numeric: 'auto' }).format(Math.trunc(seconds / size), unit);
}

/** What has become of an order, as a heading and a line beneath. */
function outcomeOf(order: UpiOrder): { kind: 'good' | 'bad' | 'quiet'; heading: string; line: string } {
  const { state } = order;
  const comes = habitOf(order) === 'late' && order.customerAt !== null;
  const late = 'Its customer pays all the same, about 2 seconds after the end.';
  switch (state.status) {
    case 'paid':
      return { kind: 'good', heading: `Paid ${formatRupees(state.came)}`, line: `UPI Ref No ${state.bankReference}` };
    case 'refused':
      return { kind: 'bad', heading: 'Declined', line: 'By the payer. No money has moved.' };
    case 'cancelled':
      if (state.by === 'customer')
        return { kind: 'quiet', heading: 'Cancelled', line: 'By the customer. No money has moved.' };
      return { kind: 'quiet', heading: 'Closed by the shop', line: comes ? late : 'Nobody can pay it any more.' };
    default:
      return { kind: 'quiet', heading: 'Its time is over', line: comes ? late : 'Nobody can pay it any more.' };
  }
}

const delay = `${config.sandbox.customerDelay} s`;

/** How customers behave. */
export const HABITS = `A customer decides by itself ${delay} after the payment began, unless you press first. Amounts that end in .11 wait for you.`;

const unlessPressed = (digits: string, does: string) =>
  `This amount ends in ${digits}: unless you press first, its customer ${does}.`;

const HABIT_OF_ONE: Record<Habit, string> = {
  confirm: `Unless you press first, its customer pays by itself ${delay} after the payment began.`,
  fail: unlessPressed('.22', `declines ${delay} after the payment began`),
  late: unlessPressed('.33', 'pays 2 s after the end'),
  too_little: unlessPressed('.44', `pays half ${delay} after the payment began`),
  cancel: unlessPressed('.66', `cancels ${delay} after the payment began`),
  never: 'This amount ends in .11: nothing happens until you press.',
};

/** One UPI order for the switch. @param now ms since 1970 */
export function upiTexts(order: UpiOrder, now: number) {
  return {
    path: `/upi/${encodeURIComponent(order.key)}`,
    amount: formatRupees(order.amount),
    note: order.note,
    reference: order.reference,
    payee: `${PAYEE.pn} (${PAYEE.pa})`,
    began: relative(order.createdAt - now),
    ends: relative(order.expiresAt - now),
    habit: HABIT_OF_ONE[habitOf(order)],
    ...(!isOpen(order, now) && { outcome: outcomeOf(order) }),
  };
}
