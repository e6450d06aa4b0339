import { asciiDigits } from '../validation/text.js';
import { unlessPresent } from '../database/errors.js';
import { defineModel } from '../database/model.js';
import { date, schemaOf, text } from '../database/schema.js';
import { READ_LIMIT } from '../database/read-limit.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import type { PaymentStatus } from '../payments/states.js';
import { accountNamed, allAccounts } from '../gateways/accounts.js';
import type { Proof } from '../payments/proof.js';

/** A payment that a reference was seen with: the first one that showed it, or one that was paid under it. */
interface SeenReference {
  /** `connector|reference`: a reference is unique per gateway. */
  _id: string;
  trx: string;
  at: Date;
}

const shown = defineModel<SeenReference>('proof_references', schemaOf({ _id: text, trx: text, at: date }));

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

const idOf = ({ account }: Pick<PaymentRecord, 'account'>, reference: string): string =>
  `${accountNamed(account).connector}|${reference}`;

/** The payments that were paid under references, as their gateways say: nobody had to show those. */
async function paidUnder(references: string[]): Promise<SeenReference[]> {
  if (references.length === 0) return [];
  const account = { $in: allAccounts().map(({ _id }) => _id) };
  // The index is partial, and is used only when the query repeats its filter (ADR 12).
  const filter = { method: 'upi', 'attempts.reference': { $exists: true, $in: references }, account } as const;
  const paid = await payments.find(filter, { ...READ_LIMIT, projection: { account: 1, attempts: 1 } }).toArray();
  return paid.flatMap(({ _id: trx, account, attempts }) =>
    attempts.flatMap(({ reference, startedAt, answeredAt: at = startedAt }) =>
      reference === undefined ? [] : [{ _id: idOf({ account }, reference), trx, at }],
    ),
  );
}

/** Notes that a payment shows a reference. @returns whether it is the first one that does */
async function claim(payment: PaymentRecord, reference: string): Promise<boolean> {
  const _id = idOf(payment, reference);
  const isNew = await unlessPresent(shown.insertOne({ _id, trx: payment._id, at: new Date() }));
  return isNew || (await shown.findOne({ _id }))?.trx === payment._id;
}

/**
 * Notes the references that a payment shows, for good.
 * @returns whether another payment showed one of them before, or was paid under it
 */
export async function claimReferences(payment: PaymentRecord, references: string[]): Promise<boolean> {
  const [first, paid] = await Promise.all([
    Promise.all(references.map((reference) => claim(payment, reference))),
    paidUnder(references),
  ]);
  const ids = references.map((reference) => idOf(payment, reference));
  return first.includes(false) || paid.some(({ _id, trx }) => trx !== payment._id && ids.includes(_id));
}

/** The payment that was paid under a reference, else the one that showed it first; null when none did. @returns its trx */
export async function findReference(reference: string): Promise<string | null> {
  const [paid] = await paidUnder([reference]);
  if (paid) return paid.trx;
  const connectors = [...new Set(allAccounts().map(({ connector }) => connector))];
  const first = await shown.findOne({ _id: { $in: connectors.map((connector) => `${connector}|${reference}`) } });
  return first?.trx ?? null;
}

/** Where else a reference was seen: the payment that showed it first or was paid under it, and how that stands now. */
export interface EarlierUse {
  reference: string;
  trx: string;
  at: Date;
  status?: PaymentStatus;
  proof?: Proof;
}

/** How the payments stand that showed references first; of each only its status and its proof are read. */
async function standings(trxs: string[]): Promise<Map<string, Pick<PaymentRecord, 'status' | 'proof'>>> {
  const found = await payments
    .find({ _id: { $in: trxs } }, { ...READ_LIMIT, projection: { status: 1, proof: 1 } })
    .toArray();
  return new Map(found.map(({ _id, ...standing }) => [_id, standing]));
}

/** Which other payments showed the references of these ones first, or were paid under them, by the trx of these. */
export async function findEarlierUses(ofPayments: PaymentRecord[]): Promise<Map<string, EarlierUse[]>> {
  const shows = ofPayments.flatMap((payment) =>
    (payment.proof?.references ?? []).map((reference) => ({ payment, reference })),
  );
  if (shows.length === 0) return new Map();
  const ids = shows.map(({ payment, reference }) => idOf(payment, reference));
  const [first, paid] = await Promise.all([
    shown.find({ _id: { $in: ids } }),
    paidUnder(shows.map(({ reference }) => reference)),
  ]);
  // A payment that showed what it was paid under is seen once.
  const seen = [...new Map([...paid, ...first].map((each) => [`${each._id}|${each.trx}`, each])).values()];
  const standing = await standings(seen.map(({ trx }) => trx));

  const uses = new Map<string, EarlierUse[]>();
  for (const { payment, reference } of shows) {
    const earlier = seen.filter(({ _id, trx }) => _id === idOf(payment, reference) && trx !== payment._id);
    const found = earlier.map(({ trx, at }) => ({ reference, trx, at, ...standing.get(trx) }));
    if (found.length > 0) uses.set(payment._id, [...(uses.get(payment._id) ?? []), ...found]);
  }
  return uses;
}
