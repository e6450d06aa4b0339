import Joi from 'joi';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import type { GatewayLedger, SettledRecord } from '../ledger.js';
import type { RefundAbout } from '../refunds.js';
import type { StripeAccess } from './access.js';
import { createClient } from './client.js';
import { pageForm } from './find-in-list.js';
import { metadata, type Intent } from './intent.js';
import { createIntents } from './intents.js';
import { code, currency, minorUnits, moment, readAnswer, text } from './read-answer.js';
import { findRefund, type Refund } from './refunds.js';

/** What moved the money, a charge or a refund: in the currency that was asked for, whichever the account is paid out in. */
interface Source {
  id: string;
  amount: number;
  currency: string;
  metadata: Intent['metadata'];
  payment_intent: { id: string; metadata: Intent['metadata'] } | string | null;
}

interface Line {
  id: string;
  type: string;
  created: number;
  source?: unknown;
}

const source = answerForm<Source>({
  id: text.required(),
  amount: minorUnits.required(),
  currency: currency.required(),
  metadata: metadata.optional().default({}),
  payment_intent: Joi.alternatives(
    text,
    answerForm({ id: text.required(), metadata: metadata.optional().default({}) }).optional(),
  )
    .allow(null)
    .default(null),
});

const page = pageForm(
  answerForm<Line>({ id: text.required(), type: code.required(), created: moment.required(), source: Joi.any() }),
);

/** The movements that are ours, and which way the money went. Stripe's books also have its fees and what it pays out. */
const WAYS = new Map([
  ['charge', 1],
  ['payment', 1], // a debit
  ['refund', -1],
  ['payment_refund', -1],
]);

const dateOf = (seconds: number): Date => new Date(seconds * 1000);

/** A movement of ours; null for any other. A charge has its intent's metadata, and one that has not still has its intent. */
function toRecord({ type, created, source: from }: Line): SettledRecord | null {
  const way = WAYS.get(type);
  if (way === undefined) return null;
  const { id, amount, currency, metadata, payment_intent: intent } = readAnswer(source, from);
  const isExpanded = typeof intent === 'object' && intent !== null;
  const { key, trx } = metadata.key || way < 0 || !isExpanded ? metadata : intent.metadata;
  if (!key || !trx) return null; // somebody else's use of the same account
  const intentId = isExpanded ? intent.id : intent;
  const reference = way > 0 ? (intentId ?? id) : id;
  return { key, trx, reference, amount: way * amount, currency: currency.toUpperCase(), at: dateOf(created) };
}

/** When a movement was booked; until it is, when it was made. */
const bookedAt = ({ balance_transaction: line, created }: Pick<Refund, 'balance_transaction' | 'created'>): Date =>
  dateOf(typeof line === 'object' && line ? line.created : created);

/** Stripe's books of an account: its balance transactions. */
export function createStripeLedger(access: StripeAccess): GatewayLedger {
  const client = createClient(access);
  // By key alone: whether an intent is for a card or a debit matters only to whoever makes one.
  const intents = createIntents(client, 'card');

  async function ofCharge(about: About, limit: AbortSignal): Promise<SettledRecord | null> {
    const intent = await intents.find(about, limit);
    const { latest_charge: charge } = intent ?? {};
    if (intent?.status !== 'succeeded' || typeof charge !== 'object' || !charge) return null;
    const { key, trx } = about;
    const { id: reference, amount_received: amount, currency } = intent;
    return { key, trx, reference, amount, currency: currency.toUpperCase(), at: bookedAt(charge) };
  }

  async function ofRefund(about: RefundAbout, limit: AbortSignal): Promise<SettledRecord | null> {
    const refund = await findRefund(client, about, limit, ['data.balance_transaction']);
    if (refund?.status !== 'succeeded') return null;
    const { key, trx } = about;
    const { id: reference, amount, currency } = refund;
    return { key, trx, reference, amount: -amount, currency: currency.toUpperCase(), at: bookedAt(refund) };
  }

  return {
    async list({ from, to }, cursor) {
      const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) };
      const fields = {
        created,
        limit: 100,
        starting_after: cursor ?? undefined,
        expand: ['data.source', 'data.source.payment_intent'],
      };
      const call = { method: 'GET', path: '/v1/balance_transactions', fields } as const;
      const { body, failure } = await client.call(call, timeLimit(access.timeout));
      if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about its books`);
      const { data, has_more } = readAnswer(page, body);
      const records = data.flatMap((line) => toRecord(line) ?? []);
      return { records, nextCursor: has_more ? (data.at(-1)?.id ?? null) : null };
    },

    find(about) {
      const limit = timeLimit(access.timeout);
      return 'charge' in about ? ofRefund(about, limit) : ofCharge(about, limit);
    },
  };
}
