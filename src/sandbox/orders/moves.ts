import { newUtr, newWalletReference } from './bank-reference.js';
import { habitOf, LATE_BY } from './customer.js';
import type { Order, OrderState } from './order.js';

export type Press = 'confirm' | 'fail' | 'cancel';

type Change = Partial<Pick<Order, 'state' | 'expiresAt' | 'customerAt' | 'callback' | 'isClosed'>>;
const changed = <T extends Order>(order: T, change: Change): T => ({ ...order, ...change });

const isUnpaid = ({ state }: Order) => state.status === 'waiting' || state.status === 'in_progress';

/** Whether the merchant side has closed the order but its customer is still going to pay. */
const isLateThough = ({ state, customerAt }: Order) =>
  state.status === 'cancelled' && state.by === 'merchant' && customerAt !== null;

/** Whether the customer can still decide. @param now ms since 1970 */
export const isOpen = (order: Order, now: number): boolean => isUnpaid(order) && now < order.expiresAt;

function referenceOf(order: Order, now: number): string {
  if (order.kind === 'debit') return order.id;
  return order.kind === 'upi' ? newUtr(now) : newWalletReference(order.wallet);
}

function paid(order: Order, came: number, now: number): OrderState {
  return { status: 'paid', came, bankReference: referenceOf(order, now), at: now };
}

/** Something that the customer did, of which the merchant side is told. */
const decided = <T extends Order>(order: T, state: OrderState, now: number): T =>
  changed(order, { state, customerAt: null, callback: { at: now, tries: 0 } });

const confirmed = <T extends Order>(order: T, came: number, now: number): T =>
  decided(order, order.kind === 'wallet' ? { status: 'agreed', came } : paid(order, came, now), now);

/** The customer has opened the page. */
export function visit<T extends Order>(order: T, now: number): T {
  if (order.state.status !== 'waiting' || !isOpen(order, now)) return order;
  return changed(order, { state: { status: 'in_progress' } });
}

/** A button was pressed: it decides an open order, whatever the customer would have done. */
export function press<T extends Order>(order: T, button: Press, now: number): T {
  if (!isOpen(order, now)) return order;
  if (button === 'confirm') return confirmed(order, order.amount, now);
  if (button === 'fail') return decided(order, { status: 'refused', code: 'payer_declined' }, now);
  return decided(order, { status: 'cancelled', by: 'customer' }, now);
}

/** The customer's own hour has come: what it does goes by the amount. */
export function actByItself<T extends Order>(order: T, now: number): T {
  if (order.customerAt === null) return order;
  const habit = habitOf(order);
  if (order.kind === 'debit' && !order.settles) return decided(order, { status: 'refused', code: 'AC04' }, now);
  if (habit === 'late') return decided(order, paid(order, order.amount, now), now);
  if (order.customerAt >= order.expiresAt) return changed(order, { customerAt: null }); // it came too late, and went
  if (habit === 'too_little') return confirmed(order, Math.floor(order.amount / 2), now);
  if (habit === 'fail') return decided(order, { status: 'refused', code: 'payer_declined' }, now);
  if (habit === 'cancel') return decided(order, { status: 'cancelled', by: 'customer' }, now);
  return confirmed(order, order.amount, now);
}

/** Turns the order's clock to its end. A debit has none: its bank takes as long as it takes. */
export function expire<T extends Order>(order: T, now: number): T {
  if (order.kind === 'debit') return order;
  if (!isUnpaid(order) && !isLateThough(order)) return order;
  const expiresAt = Math.min(order.expiresAt, now);
  return changed(order, { expiresAt, customerAt: habitOf(order) === 'late' ? expiresAt + LATE_BY : null });
}

/** Nobody pays any more, except the customer whose money cannot be stopped. */
export function close<T extends Order>(order: T): T {
  if (!isUnpaid(order) && order.state.status !== 'agreed') return order;
  const late = habitOf(order) === 'late' && order.customerAt !== null;
  return changed(order, {
    state: { status: 'cancelled', by: 'merchant' },
    customerAt: late ? order.customerAt : null,
    callback: null,
    isClosed: true,
  });
}

/** Moves the money that the customer has agreed to. */
export function execute<T extends Order>(order: T, now: number): T {
  if (order.state.status !== 'agreed') return order;
  return changed(order, { state: paid(order, order.state.came, now) });
}
