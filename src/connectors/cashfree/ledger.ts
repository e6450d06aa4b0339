import { ConnectorError } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { GatewayLedger, SettledRecord } from '../ledger.js';
import type { CashfreeAccess } from './access.js';
import { createClient } from './client.js';
import { refusedWith } from './failure.js';
import { momentOf } from './moment.js';
import { createMovements } from './movements.js';
import { keyOfRefund, namesOf } from './names.js';
import { DISPUTES, readPage, type Line } from './recon.js';
import { toPaise } from './rupees.js';

/** The most that Cashfree gives: it answers thirty questions about its books in a minute (read). */
const PAGE = 1000;

/** Seconds: Cashfree writes its books the day after. */
const DELAY = 86_400;

/** Of a payment's line: what a customer pays by, as far as it says so. */
function methodIn({ payment_mode, payment_group }: NonNullable<Line['payment_details']>): 'upi' | 'card' | undefined {
  const said = [payment_mode, payment_group].filter((each) => typeof each === 'string').join(' ');
  return /upi/i.test(said) ? 'upi' : /card/i.test(said) ? 'card' : undefined;
}

/** Which way the money of a refund's line went: what came back is no charge. */
const REFUNDS = new Map([
  ['REFUND', -1],
  ['REFUND_REVERSAL', 1],
]);

/** Cashfree's books of an account; README.md beside it tells what was only read. */
export function createCashfreeLedger(access: CashfreeAccess): GatewayLedger {
  const client = createClient(access);
  const { ofPayment, bankReferenceOf, ofRefund, ofDispute } = createMovements(client);

  async function fromPayment(line: Line, limit: AbortSignal): Promise<SettledRecord | null> {
    const { key, trx, payment_details: payment, event_details: event } = line;
    if (!payment) return ofPayment({ key, trx }, limit);
    const { cf_payment_id, payment_amount, payment_currency, bank_reference } = payment;
    const method = methodIn(payment);
    const amount = payment_amount || event.event_amount; // some lines say it of the event alone (read)
    const isWhole = amount && cf_payment_id && method;
    if (!isWhole) return ofPayment({ key, trx }, limit);
    const currency = payment_currency || event.event_currency || 'INR';
    const names = namesOf({ cf_payment_id, bank_reference }, method === 'upi');
    const isNameless = method === 'upi' && !bank_reference; // ours may have the bank's name of it all the same
    const alias = isNameless ? await bankReferenceOf({ key }, names.reference, limit) : undefined;
    const money = { amount: toPaise(amount, currency), currency, at: momentOf(event.event_time) };
    return { key, trx, ...names, ...(alias && { alias }), ...money };
  }

  function fromRefund({ trx, event_details: event, refund_details }: Line, way: number): SettledRecord {
    const { event_id, event_amount, event_currency, event_time } = event;
    const currency = event_currency || 'INR';
    if (typeof event_amount !== 'number') throw new ConnectorError('Cashfree does not say how much has gone back');
    const reference = String(event_id);
    const key = keyOfRefund(refund_details?.refund_id || reference);
    const money = { amount: way * toPaise(event_amount, currency), currency, at: momentOf(event_time) };
    return { key, trx, reference, isOwnName: true, ...money, ...(way > 0 && { by: 'return' as const }) };
  }

  /** The movement of a line; null for what has moved nothing. */
  async function toRecord(line: Line, limit: AbortSignal): Promise<SettledRecord | null> {
    const { event_type, event_status, event_id } = line.event_details;
    if (DISPUTES.includes(event_type)) return ofDispute(String(event_id), line.trx, limit);
    if (event_status !== 'SUCCESS') return null;
    if (event_type === 'PAYMENT') return fromPayment(line, limit);
    const way = REFUNDS.get(event_type);
    return way === undefined ? null : fromRefund(line, way);
  }

  /** Many lines may have to be asked about, one after the other: each has the time of a call. */
  async function recordsOf(lines: Line[]): Promise<SettledRecord[]> {
    const records: SettledRecord[] = [];
    for (const line of lines) {
      const record = await toRecord(line, timeLimit(access.timeout));
      if (record) records.push(record);
    }
    return records;
  }

  return {
    delay: DELAY,

    async list({ from, to }, cursor) {
      const limit = timeLimit(access.timeout);
      const filters = { start_date: from.toISOString(), end_date: to.toISOString() };
      const body = { pagination: { limit: PAGE, cursor }, filters };
      const said = await client.call({ method: 'POST', path: '/recon', body, isLong: true }, limit);
      if (said.failure) throw refusedWith(said.failure, 'its books');
      const { lines, isEmpty, cursor: next } = readPage(access.account, said.body);
      const inWindow = lines.filter(({ event_details }) => {
        const at = momentOf(event_details.event_time);
        return at >= from && at < to;
      });
      const isLast = isEmpty || !next || next === cursor;
      return { records: await recordsOf(inWindow), nextCursor: isLast ? null : next };
    },

    /** An id of a dispute is a number, and no key of ours is. */
    find(about) {
      const limit = timeLimit(access.timeout);
      if ('charge' in about) return ofRefund(about, limit);
      return /^\d+$/.test(about.key) ? ofDispute(about.key, about.trx, limit) : ofPayment(about, limit);
    },
  };
}
