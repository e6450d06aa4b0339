import type { About } from '../about.js';
import type { SettledRecord } from '../ledger.js';
import type { RefundAbout } from '../refunds.js';
import { isUpi, moneyOf, type Attempt } from './attempt.js';
import type { Client } from './client.js';
import { endedAt, readDispute, toDispute } from './dispute.js';
import { momentOf } from './moment.js';
import { namesOf } from './names.js';
import { createOrders } from './orders.js';
import { moneyOfRefund } from './refund.js';
import { findRefund } from './refunds.js';

const bookedAt = ({ payment_completion_time, payment_time }: Attempt): Date =>
  momentOf(payment_completion_time || payment_time);

/** Money that moved, as Cashfree tells of it when it is asked for one payment, refund or dispute. */
export function createMovements(client: Client) {
  const orders = createOrders(client);

  async function ofPayment(
    { key, trx }: Pick<About, 'key' | 'trx'>,
    limit: AbortSignal,
  ): Promise<SettledRecord | null> {
    const attempts = await orders.attemptsAt({ key }, limit);
    const attempt = attempts.find(({ payment_status }) => payment_status === 'SUCCESS');
    return attempt
      ? { key, trx, ...namesOf(attempt, isUpi(attempt)), ...moneyOf(attempt), at: bookedAt(attempt) }
      : null;
  }

  /** The bank's reference of one attempt, by Cashfree's own of it; undefined while there is none. */
  async function bankReferenceOf(about: Pick<About, 'key'>, own: string, limit: AbortSignal) {
    const attempts = await orders.attemptsAt(about, limit);
    return attempts.find(({ cf_payment_id }) => String(cf_payment_id) === own)?.bank_reference;
  }

  async function ofRefund(about: RefundAbout, limit: AbortSignal): Promise<SettledRecord | null> {
    const refund = await findRefund(client, about, limit);
    if (refund?.refund_status !== 'SUCCESS') return null;
    const { key, trx } = about;
    const { amount, currency } = moneyOfRefund(refund);
    const at = momentOf(refund.processed_at || refund.created_at);
    return { key, trx, reference: String(refund.cf_refund_id), amount: -amount, currency, at };
  }

  /** The money that a dispute has cost. One that is open has cost none for good. */
  async function ofDispute(id: string, trx: string, limit: AbortSignal): Promise<SettledRecord | null> {
    const body = await client.find(`/disputes/${encodeURIComponent(id)}`, 'a dispute', limit);
    if (body === undefined) return null;
    const found = readDispute(body, id);
    const { amount, currency, state } = toDispute(found, trx);
    if (state !== 'lost') return null;
    return { key: id, trx, reference: id, amount: -amount, currency, at: endedAt(found), by: 'dispute' };
  }

  return { ofPayment, bankReferenceOf, ofRefund, ofDispute };
}
