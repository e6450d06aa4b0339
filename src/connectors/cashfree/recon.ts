import Joi from 'joi';
import { logger } from '../../telemetry/logger.js';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { isTrx, trxOf } from './names.js';
import {
  bankName,
  currency,
  id,
  orderNames,
  orNone,
  readAnswer,
  rupees,
  text,
  word,
  type OrderNames,
} from './read-answer.js';

/** Whose a line is. */
interface Owner {
  /** Of the payment's attempt. */
  key: string;
  trx: string;
}

/** A line of Cashfree's books that is ours. */
export interface Line extends Owner {
  event_details: {
    event_id: string | number;
    event_type: string;
    /** Null where nothing has become of it yet. */
    event_status: string | null;
    event_amount?: number | null;
    event_currency?: string | null;
    event_time: string;
  };
  payment_details?: {
    cf_payment_id?: string | number | null;
    payment_amount?: number | null;
    payment_currency?: string | null;
    bank_reference?: string | null;
    payment_mode?: unknown;
    payment_group?: unknown;
  } | null;
  refund_details?: { refund_id?: string | null } | null;
}

const form = answerForm<Omit<Line, keyof Owner>>({
  event_details: answerForm<Line['event_details']>({
    event_id: id.required(),
    event_type: word.required(),
    event_status: word.required().allow(null),
    event_amount: rupees.allow(null),
    event_currency: currency.allow(null, ''),
    event_time: word.required(),
  }),
  order_details: orNone(answerForm({ order_id: text })),
  payment_details: orNone(
    answerForm({
      cf_payment_id: id.allow(null, ''),
      payment_amount: rupees.allow(null),
      payment_currency: currency.allow(null, ''),
      bank_reference: bankName,
      payment_mode: Joi.any(),
      payment_group: Joi.any(),
    }),
  ),
  refund_details: orNone(answerForm({ refund_id: text })),
});

/** Read for itself, since it says whose a line is: one that names no order in our form is not ours. */
const orderForm = answerForm<{ order_details?: OrderNames | null }>({ order_details: orderNames.failover(null) });

type Unread = Readonly<Record<string, unknown>>;

const page = answerForm<{ data: Unread[]; cursor: string | null }>({
  cursor: text.default(null),
  data: Joi.array().items(Joi.object().unknown()).required(),
});

/**
 * By which a bank takes money for a dispute, whatever their status says: of one that is over it is `CLOSED`. What a bank
 * gives back again is of no account: that one was not lost.
 */
export const DISPUTES = ['CHARGEBACK', 'DISPUTE', 'PRE_ARBITRATION', 'ARBITRATION'];

/** By which money of a customer moves. Settlements, fees and reserves have lines of other forms. */
const MOVEMENTS = ['PAYMENT', 'REFUND', 'REFUND_REVERSAL', ...DISPUTES];

/** A line in parts. Cashfree's own clients have it flat, with the fields of all parts side by side (read). */
const inParts = (line: Unread): Unread =>
  'event_details' in line
    ? line
    : {
        event_details: line,
        order_details: line,
        payment_details: { ...line, bank_reference: line.payment_utr },
        refund_details: line,
      };

const isMovement = ({ event_details }: Unread): boolean =>
  typeof event_details === 'object' &&
  event_details !== null &&
  'event_type' in event_details &&
  MOVEMENTS.some((type) => type === event_details.event_type);

/** Undefined where a line is not ours: others may use the same account. */
function ownerOf(line: Unread): Owner | undefined {
  const { order_id, order_tags } = readAnswer(orderForm, line).order_details ?? {};
  const key = order_id ?? '';
  const tag = order_tags?.trx ?? '';
  const trx = isTrx(tag) ? tag : trxOf(key);
  return key && trx ? { key, trx } : undefined;
}

/** One that is ours must be read, or it would be missed. Of others none stops the rest, whatever its form. */
function readLine(account: string, line: Unread): Line[] {
  const owner = ownerOf(line);
  try {
    const read = readAnswer(form, line);
    return owner ? [{ ...read, ...owner }] : [];
  } catch (error) {
    if (owner || !(error instanceof ConnectorError)) throw error;
    logger.warn('ledger.line_unread', { account, why: error.message });
    return [];
  }
}

/**
 * A page of Cashfree's books: our lines by which money of a customer moves, and whether there are any lines at all.
 * @throws {ConnectorError} when it cannot be read, or a line of ours in it
 */
export function readPage(account: string, body: unknown): { lines: Line[]; isEmpty: boolean; cursor: string | null } {
  const { data, cursor } = readAnswer(page, body);
  const movements = data.map(inParts).filter(isMovement);
  return { lines: movements.flatMap((line) => readLine(account, line)), isEmpty: data.length === 0, cursor };
}
