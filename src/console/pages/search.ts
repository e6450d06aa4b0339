import { READ_LIMIT } from '../../database/read-limit.js';
import { deliveries, deliveryId } from '../../ipn/delivery.model.js';
import { discrepancies } from '../../reconciliation/discrepancy.model.js';
import { merchants } from '../../merchants/merchant.model.js';
import { TRX } from '../../merchants/trx.js';
import { payments } from '../../payments/payment.model.js';
import { findReference } from '../../proofs/references.js';
import { findPayments } from '../payments/find-payments.js';

interface Kind {
  /** What people paste. */
  form: RegExp;
  /** Its page, when there is such a thing. */
  find: (text: string) => Promise<string | null>;
}

const listBy = (name: string, value: string): string =>
  `/payments?${new URLSearchParams({ [name]: value }).toString()}`;

async function byTrx(trx: string): Promise<string | null> {
  const found = await payments.findOne({ _id: trx }, { ...READ_LIMIT, projection: { _id: 1 } });
  return found && `/payments/${found._id}`;
}

async function byDelivery(id: string): Promise<string | null> {
  const delivery = await deliveries.findOne({ _id: id }, { ...READ_LIMIT, projection: { trx: 1 } });
  return delivery && `/payments/${delivery.trx}#${id}`;
}

/** What may be looked for in one box, the most particular first. */
const KINDS: Kind[] = [
  { form: TRX, find: (text) => byTrx(text.toLowerCase()) },
  {
    form: /^[\da-f]{32}\d*$/i, // a trx as banks show it: in a UPI link or QR code, or before a debit's number
    find: (text) => byTrx(text.toLowerCase().replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')),
  },
  { form: /^evt_/, find: (text) => byDelivery(deliveryId(text)) },
  { form: /^dlv_/, find: byDelivery },
  {
    form: /^mer_/,
    async find(text) {
      const found = await merchants.findOne({ _id: text }, { _id: 1 });
      return found && `/merchants/${found._id}`;
    },
  },
  {
    form: /^dif_/,
    async find(text) {
      const found = await discrepancies.findOne({ _id: text }, { _id: 1 });
      return found && `/differences/${found._id}`;
    },
  },
  {
    form: /^\d{12}$/, // a UPI reference
    async find(text) {
      const trx = await findReference(text);
      return trx && `/payments/${trx}`;
    },
  },
  { form: /^\d{4}$/, find: async (text) => listBy('last4', text) },
  { form: /^\d{1,12}\.\d{1,4}$/, find: async (text) => listBy('amount', text) },
  {
    form: /^\d{1,9}$/, // a whole amount, unless a payment is called so
    async find(text) {
      const { page } = await findPayments({ identifier: text });
      return page.length > 0 ? null : listBy('amount', text);
    },
  },
];

/** Where a text leads: to the one thing that it names, else to the payments that it may be the identifier of. */
export async function searchFor(given: string): Promise<string> {
  const text = given.trim();
  if (text === '') return '/payments';
  for (const { form, find } of KINDS) {
    const href = form.test(text) ? await find(text) : null;
    if (href !== null) return href;
  }
  return listBy('identifier', text);
}
