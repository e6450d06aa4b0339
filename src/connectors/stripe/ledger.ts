import type Joi from 'joi';
import type { Window } from '../../time.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { GatewayLedger, SettledRecord } from '../ledger.js';
import type { RefundAbout } from '../refunds.js';
import type { StripeAccess } from './access.js';
import { linePage, toRecord } from './book-lines.js';
import { createClient } from './client.js';
import { DISPUTE_ID, lostRecord, oneDispute, trxOf } from './dispute-records.js';
import { disputePage, toDispute } from './disputes.js';
import type { Fields } from './form.js';
import { receivedBy } from './intent.js';
import { createIntents } from './intents.js';
import { dateOf, readAnswer } from './read-answer.js';
import { findRefund, type Refund } from './refunds.js';

/** How much is asked for at once: a hundred lines, each with its charge and its intent, are more than a list may be. */
const PAGE = 25;

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
    if (intent?.status !== 'succeeded') return null;
    const { key, trx } = about;
    const { id: reference, latest_charge: charge, currency } = intent;
    const at = bookedAt(typeof charge === 'object' && charge ? charge : intent);
    return { key, trx, reference, amount: receivedBy(intent), currency: currency.toUpperCase(), at };
  }

  async function ofRefund(about: RefundAbout, limit: AbortSignal): Promise<SettledRecord | null> {
    const refund = await findRefund(client, about, limit, ['data.balance_transaction']);
    if (refund?.status !== 'succeeded') return null;
    const { key, trx } = about;
    const { id: reference, amount, currency } = refund;
    return { key, trx, reference, amount: -amount, currency: currency.toUpperCase(), at: bookedAt(refund) };
  }

  async function ofDispute({ key, trx }: About, limit: AbortSignal): Promise<SettledRecord | null> {
    const path = `/v1/disputes/${encodeURIComponent(key)}`;
    const { body, failure } = await client.call({ method: 'GET', path, isLong: true }, limit);
    if (failure?.status === 404) return null;
    if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about a dispute`);
    const dispute = readAnswer(oneDispute, body);
    const [gone] = dispute.balance_transactions;
    return lostRecord(dispute, trx, dateOf(gone?.created ?? dispute.created));
  }

  /** A page of one of Stripe's lists, of what was made within a window. */
  async function pageOf<T>(path: string, form: Joi.ObjectSchema<T>, { from, to }: Window, fields: Fields): Promise<T> {
    const created = { gte: Math.ceil(from.getTime() / 1000), lt: Math.ceil(to.getTime() / 1000) };
    const call = { method: 'GET', path, fields: { created, limit: PAGE, ...fields }, isLong: true } as const;
    const { body, failure } = await client.call(call, timeLimit(access.timeout));
    if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about ${path}`);
    return readAnswer(form, body);
  }

  return {
    async list(window, cursor) {
      const expand = ['data.source', 'data.source.payment_intent'];
      const fields = { starting_after: cursor ?? undefined, expand };
      const { data, has_more } = await pageOf('/v1/balance_transactions', linePage, window, fields);
      const records = data.flatMap((line) => toRecord(line) ?? []);
      return { records, nextCursor: has_more ? (data.at(-1)?.id ?? null) : null };
    },

    /** By when they were opened: when they were closed nothing can be listed by. */
    async listDisputes(window, cursor) {
      const fields = { starting_after: cursor ?? undefined, expand: ['data.payment_intent'] };
      const { data, has_more } = await pageOf('/v1/disputes', disputePage, window, fields);
      const disputes = data.flatMap((dispute) => {
        const trx = trxOf(dispute);
        return trx === undefined ? [] : toDispute(dispute, trx);
      });
      return { disputes, nextCursor: has_more ? (data.at(-1)?.id ?? null) : null };
    },

    find(about) {
      const limit = timeLimit(access.timeout);
      if (DISPUTE_ID.test(about.key)) return ofDispute(about, limit);
      return 'charge' in about ? ofRefund(about, limit) : ofCharge(about, limit);
    },
  };
}
