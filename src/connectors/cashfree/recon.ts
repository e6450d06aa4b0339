import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { currency, id, readAnswer, rupees, text, word } from './read-answer.js';

/** A line of Cashfree's books. */
export interface Line {
  event_details: {
    event_id: string | number;
    event_type: string;
    event_status: string;
    event_amount?: number | null;
    event_currency?: string | null;
    event_time: string;
  };
  order_details?: { order_id?: string | null; order_tags?: { trx?: string | null } | null } | null;
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

const orNone = <T>(form: Joi.ObjectSchema<T>) => form.optional().allow(null);

const page = answerForm<{ data: Line[]; cursor: string | null }>({
  cursor: text.default(null),
  data: Joi.array()
    .items(
      answerForm<Line>({
        event_details: answerForm<Line['event_details']>({
          event_id: id.required(),
          event_type: word.required(),
          event_status: word.required(),
          event_amount: rupees.allow(null),
          event_currency: currency.allow(null, ''),
          event_time: word.required(),
        }),
        order_details: orNone(answerForm({ order_id: text, order_tags: orNone(answerForm({ trx: text })) })),
        payment_details: orNone(
          answerForm({
            cf_payment_id: id.allow(null, ''),
            payment_amount: rupees.allow(null),
            payment_currency: currency.allow(null, ''),
            bank_reference: text,
            payment_mode: Joi.any(),
            payment_group: Joi.any(),
          }),
        ),
        refund_details: orNone(answerForm({ refund_id: text })),
      }).optional(),
    )
    .required(),
});

/** A page of Cashfree's books. @throws {ConnectorError} when it is none */
export const readPage = (body: unknown): { data: Line[]; cursor: string | null } => readAnswer(page, body);
