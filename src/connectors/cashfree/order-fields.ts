import { MINUTE_MS } from '../../time.js';
import type { About } from '../about.js';
import { toRupees } from './rupees.js';

/** Who pays, as Cashfree wants to know it. Ten digits: the version that we speak takes no other number. */
export interface Customer {
  id: string;
  phone?: string;
  email?: string;
  name?: string;
}

/** What an order is opened with. */
export interface Terms {
  customer: Customer;
  /** When it shall end, or a little later: see `LEAST_OPEN_MS`. */
  expiresAt: Date;
  /** Where the customer is sent from a bank's page. */
  returnUrl?: string;
  /** Where Cashfree tells of it. It calls https only. */
  notifyUrl?: string;
}

const NO_PHONE = '9999999999'; // Cashfree's document: details that are not needed may be made up
const MOST_URL = 250;

/**
 * Milliseconds for which an order is open at least. Cashfree refuses one that ends within 15 minutes; the rest is for the way
 * there, and for a clock of ours that is slow.
 */
const LEAST_OPEN_MS = 17 * MINUTE_MS;

const fits = (value: string | undefined, least: number, most: number): value is string =>
  value !== undefined && value.length >= least && value.length <= most;

function customerFields({ id, phone, email, name }: Customer) {
  return {
    customer_id: id,
    customer_phone: phone ?? NO_PHONE,
    ...(fits(email, 3, 100) && { customer_email: email }),
    ...(fits(name, 3, 100) && { customer_name: name }),
  };
}

function metaFields({ returnUrl, notifyUrl }: Terms) {
  const canTell = notifyUrl?.startsWith('https:') && notifyUrl.length <= MOST_URL;
  return { ...(returnUrl !== undefined && { return_url: returnUrl }), ...(canTell && { notify_url: notifyUrl }) };
}

/** What an order is opened with: its key, and what it is worth. */
export const orderFields = (about: About, terms: Terms) => ({
  order_id: about.key,
  order_amount: toRupees(about),
  order_currency: about.currency,
  customer_details: customerFields(terms.customer),
  order_meta: metaFields(terms),
  order_expiry_time: new Date(Math.max(terms.expiresAt.getTime(), Date.now() + LEAST_OPEN_MS)).toISOString(),
  order_tags: { trx: about.trx },
});
