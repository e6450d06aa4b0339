import { createHash } from 'node:crypto';
import { config } from '../../../config/index.js';
import type { Order, OrderRecord, UpiOrder, WalletOrder } from './order.js';

/** Whom UPI apps pay: the sandbox's shop at a bank that there is not. */
export const PAYEE = { pa: 'tollgate.sandbox@tollbank', pn: 'Tollgate Sandbox', mc: '5999' };

/** Whom the wallets pay, under a number that no operator gives out. */
export const WALLET_PAYEE = { name: PAYEE.pn, account: '01000000000' };

/** What came of an order so far, in minor units: nothing until it is agreed or paid. */
export const cameOf = ({ state }: Order): number =>
  state.status === 'agreed' || state.status === 'paid' ? state.came : 0;

/** Where the customer meets a wallet order: a page with an address of its own, or one that a form is posted to. */
const walletPage = ({ token, behaviours }: WalletOrder) =>
  behaviours?.includes('forms')
    ? { url: `${config.sandbox.url}/wallet`, form: { token } }
    : { url: `${config.sandbox.url}/wallet/${token}` };

/** What each app's links begin with. */
const SCHEMES = { gpay: 'tez://upi/pay', phonepe: 'phonepe://pay', paytm: 'paytmmp://pay' };

/** Links that are whole: only this gateway can make them, since it signs them and knows orders by its own `tr`. */
function wholeLinks({ key, amount, apps }: UpiOrder) {
  const sign = createHash('sha256').update(key).digest('base64url');
  const fields = { ...PAYEE, tr: `TB${sign.slice(0, 20)}`, am: (amount / 100).toFixed(2), cu: 'INR', mode: '04', sign };
  const query = Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  return { any: `upi://pay?${query}`, ...Object.fromEntries(apps.map((app) => [app, `${SCHEMES[app]}?${query}`])) };
}

const payeeOf = (order: UpiOrder) =>
  order.behaviours?.includes('whole-links') ? { links: wholeLinks(order) } : { ...PAYEE, apps: order.apps };

const mandateOf = ({ key }: Order): string =>
  `SBX${createHash('sha256').update(key).digest('hex').slice(0, 20).toUpperCase()}`;

/**
 * An order in the words of the payment API. Amounts are minor units; `received` is what came or was agreed to. A key
 * that was closed before its order came is a cancelled one that nothing else is known of.
 */
export function presentOrder(order: OrderRecord) {
  if (order.kind === 'closed') return { key: order.key, status: 'cancelled' as const };
  const { key, id, kind, reference, amount, currency, state } = order;
  return {
    key,
    id,
    kind,
    // Past its end nobody is at it any more, so an open page must not make it look as if money might move.
    status: state.status === 'in_progress' && Date.now() >= order.expiresAt ? 'waiting' : state.status,
    reference,
    amount,
    currency,
    received: cameOf(order),
    expires_at: new Date(order.expiresAt).toISOString(),
    ...(order.kind === 'upi' && payeeOf(order)),
    ...(order.kind === 'wallet' && { ...walletPage(order), payee: WALLET_PAYEE }),
    ...(order.kind === 'debit' && order.behaviours?.includes('own-mandate') && { mandate: mandateOf(order) }),
    ...(state.status === 'paid' && { bank_reference: state.bankReference }),
    ...(state.status === 'refused' && { decline_code: state.code }),
  };
}
