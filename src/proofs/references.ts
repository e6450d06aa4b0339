import { defineCollection, isDuplicateKey } from '../database.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { accountNamed } from '../routing/find-route.js';

/** The first payment that showed a reference. */
interface ShownReference {
  /** `connector|reference`: a reference is unique per gateway. */
  _id: string;
  trx: string;
  at: Date;
}

const shown = defineCollection<ShownReference>('proof_references');

/**
 * The UPI references in a text: twelve digits that no other digit touches (NPCI: the RRN that both banks show). The
 * customer's own number with its country code has twelve digits too and is none.
 */
export function referencesIn(text: string, { method, customer }: Pick<PaymentRecord, 'method' | 'customer'>): string[] {
  if (method !== 'upi') return [];
  const found = text.match(/(?<!\d)\d{12}(?!\d)/g) ?? [];
  return [...new Set(found)].filter((digits) => digits !== customer.mobile.slice(1));
}

const idOf = ({ account }: PaymentRecord, reference: string): string =>
  `${accountNamed(account).connector}|${reference}`;

/** Notes that a payment shows a reference. @returns whether it is the first one that does */
async function claim(payment: PaymentRecord, reference: string): Promise<boolean> {
  const _id = idOf(payment, reference);
  try {
    await shown.insertOne({ _id, trx: payment._id, at: new Date() });
    return true;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
  return (await shown.findOne({ _id }))?.trx === payment._id;
}

/** Notes the references that a payment shows, for good. @returns whether another payment showed one of them before */
export async function claimReferences(payment: PaymentRecord, references: string[]): Promise<boolean> {
  const first = await Promise.all(references.map((reference) => claim(payment, reference)));
  return first.includes(false);
}

export interface EarlierUse {
  reference: string;
  /** The payment that showed it first. */
  trx: string;
  at: Date;
}

/** Which other payments showed the references of these ones first. */
export async function findEarlierUses(payments: PaymentRecord[]): Promise<Map<string, EarlierUse[]>> {
  const flagged = payments.filter(({ proof }) => proof?.flags.includes('reference_used'));
  const pairs = flagged.flatMap((payment) =>
    (payment.proof?.references ?? []).map((reference) => ({ payment, reference, _id: idOf(payment, reference) })),
  );
  if (pairs.length === 0) return new Map();
  const found = await shown.find({ _id: { $in: pairs.map(({ _id }) => _id) } }).toArray();
  const uses = new Map(flagged.map(({ _id }) => [_id, [] as EarlierUse[]]));
  for (const { payment, reference, _id } of pairs) {
    const first = found.find((each) => each._id === _id);
    if (first && first.trx !== payment._id) uses.get(payment._id)?.push({ reference, trx: first.trx, at: first.at });
  }
  return uses;
}
