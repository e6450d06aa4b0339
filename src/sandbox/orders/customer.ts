import type { Order } from './order.js';

/** What the sandbox's customer does when nobody presses a button on its page. */
export type Habit = 'confirm' | 'never' | 'fail' | 'late' | 'too_little' | 'cancel';

/** Milliseconds from an order's end to the money of a customer who pays too late. */
export const LATE_BY = 2_000;

const HABITS = new Map<number, Habit>([
  [11, 'never'],
  [22, 'fail'],
  [33, 'late'],
  [44, 'too_little'],
]);

/** By the last two digits of the amount in minor units. */
export function habitOf({ kind, amount }: Pick<Order, 'kind' | 'amount'>): Habit {
  if (kind === 'debit') return 'confirm'; // a bank goes by the account, not by the amount
  const digits = amount % 100;
  if (digits === 66 && kind === 'wallet') return 'cancel';
  return HABITS.get(digits) ?? 'confirm';
}

/**
 * When the customer acts by itself, in ms since 1970; null: never.
 * @param delay milliseconds that an ordinary customer takes
 */
export function actsAt(order: Pick<Order, 'kind' | 'amount' | 'createdAt' | 'expiresAt'>, delay: number) {
  const habit = habitOf(order);
  if (habit === 'never') return null;
  return habit === 'late' ? order.expiresAt + LATE_BY : order.createdAt + delay;
}
