import { dashed } from '../../crypto/uuid.js';
import { READ_LIMIT } from '../../database/read-limit.js';
import { deliveries, deliveryId } from '../../ipn/delivery.model.js';
import { merchants } from '../../merchants/merchant.model.js';
import { TRX } from '../../merchants/trx.js';
import { findReference } from '../../proofs/references.js';
import { payments } from '../../payments/payment.model.js';
import { discrepancies } from '../../reconciliation/discrepancy.model.js';
import { findMerchantsNamed } from '../merchants/find-merchants.js';
import { operators } from '../operators/operator.model.js';
import { normalEmail } from '../operators/operators.js';
import { isForbidden } from '../../validation/fields.js';
import { countCodePoints } from '../../validation/text.js';
import { findPayments } from '../payments/find-payments.js';
import { readAmount } from './read-amount.js';
import { isLikeCard } from './why-nothing.js';

interface Kind {
  /** Whether a text may be one. */
  fits: (text: string) => boolean;
  /** The page of what it names; null when there is no such thing. */
  find: (text: string) => Promise<string | null>;
}

const matches =
  (form: RegExp) =>
  (text: string): boolean =>
    form.test(text);

const listBy = (words: Record<string, string>): string => `/payments?${new URLSearchParams(words).toString()}`;

async function byTrx(trx: string): Promise<string | null> {
  const found = await payments.findOne({ _id: trx }, { ...READ_LIMIT, projection: { _id: 1 } });
  return found && `/payments/${found._id}`;
}

async function byDelivery(id: string): Promise<string | null> {
  const delivery = await deliveries.findOne({ _id: id }, { ...READ_LIMIT, projection: { trx: 1 } });
  return delivery && `/payments/${delivery.trx}#${id}`;
}

interface Among {
  findOne(filter: { _id: string }, projection: { _id: 1 }): PromiseLike<{ _id: string } | null>;
}

const byId =
  (among: Among, page: string) =>
  async (id: string): Promise<string | null> =>
    (await among.findOne({ _id: id }, { _id: 1 })) && `${page}${id}`;

/** The one payment that is called so, else the list of those that are. */
async function byName(name: 'identifier' | 'reference', value: string): Promise<string | null> {
  const { page } = await findPayments({ [name]: value });
  const [first, second] = page;
  if (second) return listBy({ [name]: value });
  return first ? `/payments/${first._id}` : null;
}

const byIdentifier = (text: string): Promise<string | null> => byName('identifier', text);

/** An operator's, for what they did, unless customers have it: of those there are payments. */
async function byEmail(text: string): Promise<string | null> {
  for (const email of new Set([text, text.toLowerCase()])) {
    const payment = await payments.findOne({ 'customer.email': email }, { ...READ_LIMIT, projection: { _id: 1 } });
    if (payment) return listBy({ email });
  }
  const operator = await operators.findOne({ email: normalEmail(text) }, { email: 1 });
  return operator && `/audit?${new URLSearchParams({ operator: operator.email }).toString()}`;
}

async function byMerchantName(name: string): Promise<string | null> {
  const [first, second] = await findMerchantsNamed(name, 2);
  if (second) return `/merchants?${new URLSearchParams({ name }).toString()}`;
  return first ? `/merchants/${first._id}` : null;
}

/** What may be looked for in one box, the most particular first. */
const KINDS: Kind[] = [
  { fits: matches(TRX), find: (text) => byTrx(text.toLowerCase()) },
  {
    fits: matches(/^[\da-f]{32}\d*$/i), // a trx as banks show it: in a UPI link or QR code, or before a debit's number
    find: (text) => byTrx(dashed(text.toLowerCase().slice(0, 32))),
  },
  { fits: matches(/^evt_/), find: (text) => byDelivery(deliveryId(text)) },
  { fits: matches(/^dlv_/), find: byDelivery },
  { fits: matches(/^mer_/), find: byId(merchants, '/merchants/') },
  { fits: matches(/^dif_/), find: byId(discrepancies, '/differences/') },
  { fits: matches(/^opr_/), find: byId(operators, '/audit?operator=') },
  {
    fits: matches(/^\d{12}$/), // a UPI reference
    async find(text) {
      const trx = await findReference(text);
      return trx && `/payments/${trx}`;
    },
  },
  { fits: matches(/^\d{4}$/), find: (last4) => Promise.resolve(listBy({ last4 })) },
  { fits: () => true, find: byIdentifier },
  { fits: matches(/^[^\s@]+@[^\s@]+$/), find: byEmail },
  { fits: (text) => readAmount(text) !== null, find: (text) => Promise.resolve(listBy({ ...readAmount(text) })) },
  // What may be a whole card number goes no further: a query may be logged by the server.
  { fits: (text) => /^\S+$/.test(text) && !isLikeCard(text), find: (text) => byName('reference', text) },
  { fits: (text) => text.length > 1 && !isLikeCard(text), find: byMerchantName },
];

/** In code points: nothing that is looked for is called by more. */
const LONGEST = 255;

/** Where a text leads: to the one thing that it names, or to a list; null when nothing is called so. */
export async function searchFor(text: string): Promise<string | null> {
  if (text === '') return '/payments';
  if (isForbidden(text)) return null; // and MongoDB takes no pattern with a NUL
  if (countCodePoints(text) > LONGEST) return null; // nor one that is very long
  for (const { fits, find } of KINDS) {
    const href = fits(text) ? await find(text) : null;
    if (href !== null) return href;
  }
  return null;
}
