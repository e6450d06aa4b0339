import { config } from '../../../config/index.js';
import type { Order, OrderRecord } from './order.js';

/** Whom UPI apps pay: the sandbox's shop at a bank that there is not. */
export const PAYEE = { pa: 'tollgate.sandbox@tollbank', pn: 'Tollgate Sandbox', mc: '5999' };

/** Whom the wallets pay, under a number that no operator gives out. */
export const WALLET_PAYEE = { name: PAYEE.pn, account: '01000000000' };

/** What came of an order so far, in minor units: nothing until it is agreed or paid. */
export const cameOf = ({ state }: Order): number =>
  state.status === 'agreed' || state.status === 'paid' ? state.came : 0;

/** Where the customer meets a wallet order. */
const walletUrl = (token: string): string => `${config.sandbox.url}/wallet/${token}`;

/**
 * An order in the words of the payment API. Amounts are minor units; `received` is what came or was agreed to. A key
 * that was closed before its order came is a cancelled one that nothing else is known of.
 */
export function presentOrder(order: OrderRecord, now = Date.now()) {
  if (order.kind === 'closed') return { key: order.key, status: 'cancelled' as const };
  const { key, id, kind, reference, amount, currency, state } = order;
  return {
    key,
    id,
    kind,
    // Past its end nobody is at it any more, so an open page must not make it look as if money might move.
    status: state.status === 'in_progress' && now >= order.expiresAt ? 'waiting' : state.status,
    reference,
    amount,
    currency,
    received: cameOf(order),
    expires_at: new Date(order.expiresAt).toISOString(),
    ...(order.kind === 'upi' && { ...PAYEE, apps: order.apps }),
    ...(order.kind === 'wallet' && { url: walletUrl(order.token), payee: WALLET_PAYEE }),
    ...(state.status === 'paid' && { bank_reference: state.bankReference }),
    ...(state.status === 'refused' && { decline_code: state.code }),
  };
}
