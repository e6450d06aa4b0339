import { asciiDigits } from '../ascii-digits.js';
import { defineCollection, isDuplicateKey } from '../database.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { PaymentStatus } from '../payments/states.js';
import { ACCOUNTS } from '../routing/accounts.js';
import { accountNamed } from '../routing/find-route.js';
import type { Proof } from './proof.js';

/** The first payment that showed a reference. */
interface ShownReference {
  /** `connector|reference`: a reference is unique per gateway. */
  _id: string;
  trx: string;
  at: Date;
}

const shown = defineCollection<ShownReference>('proof_references');

/** What may stand between the digits of one reference: spaces, dashes, and the joiners that a proof may hold unseen. */
const GAP = /[\p{Zs}\p{Pd}\u200c\u200d]+/gu;

/**
 * The UPI references in a text: twelve digits that no other digit touches (NPCI: the RRN that both banks show), in any
 * script and in any grouping. Of groups that may belong together every twelve count, since a flag too many costs a
 * reviewer a look and one too few a payment. The customer's own number with its country code has twelve digits too and
 * is none.
 */
export function referencesIn(text: string, { method, customer }: Pick<PaymentRecord, 'method' | 'customer'>): string[] {
  if (method !== 'upi') return [];
  const grouped = asciiDigits(text).replace(GAP, ' ');
  const found = [...grouped.matchAll(/(?<!\d)(?=(\d(?: ?\d){11})(?!\d))/g)].map(([, digits = '']) => digits);
  return [...new Set(found.map((digits) => digits.replaceAll(' ', '')))].filter(
    (digits) => digits !== customer.mobile.slice(1),
  );
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

/** The payment that showed a reference first, at whichever gateway; null when none did. @returns its trx */
export async function findReference(reference: string): Promise<string | null> {
  const connectors = [...new Set(ACCOUNTS.map(({ connector }) => connector))];
  const first = await shown.findOne({ _id: { $in: connectors.map((connector) => `${connector}|${reference}`) } });
  return first?.trx ?? null;
}

/** Where a reference was seen before: the payment that showed it first, and how that stands now. */
export interface EarlierUse {
  reference: string;
  trx: string;
  at: Date;
  status?: PaymentStatus;
  proof?: Proof;
}

/** How the payments stand that showed references first; of each only its status and its proof are read. */
async function standings(trxs: string[]): Promise<Map<string, Pick<PaymentRecord, 'status' | 'proof'>>> {
  const found = await payments.find({ _id: { $in: trxs } }, { projection: { status: 1, proof: 1 } }).toArray();
  return new Map(found.map(({ _id, ...standing }) => [_id, standing]));
}

/** Which other payments showed the references of these ones first, by the trx of these. */
export async function findEarlierUses(ofPayments: PaymentRecord[]): Promise<Map<string, EarlierUse[]>> {
  const shows = ofPayments
    .filter(({ proof }) => proof?.flags.includes('reference_used'))
    .flatMap((payment) => (payment.proof?.references ?? []).map((reference) => ({ payment, reference })));
  if (shows.length === 0) return new Map();
  const ids = shows.map(({ payment, reference }) => idOf(payment, reference));
  const found = new Map((await shown.find({ _id: { $in: ids } }).toArray()).map((first) => [first._id, first]));
  const standing = await standings([...found.values()].map(({ trx }) => trx));

  const uses = new Map<string, EarlierUse[]>();
  for (const { payment, reference } of shows) {
    const first = found.get(idOf(payment, reference));
    if (!first || first.trx === payment._id) continue;
    const { trx, at } = first;
    uses.set(payment._id, [...(uses.get(payment._id) ?? []), { reference, trx, at, ...standing.get(trx) }]);
  }
  return uses;
}
