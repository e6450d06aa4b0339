import Joi from 'joi';
import { REFUND_REASONS, type RefundReason } from '../payments/refund.js';
import { oneOf, text } from '../validation/fields.js';
import { note } from '../validation/note.js';

/** An amount of which only its payment's currency says more: decimals, and the most. */
const amount = () =>
  Joi.number()
    .unsafe()
    .custom((value: number, helpers) => (value > 0 ? value : helpers.error('amount.not_positive')))
    .meta({ exclusiveMinimum: 0 })
    .description(
      'What to send back, in major units of the gateway currency, with no more decimals than it has. All that is left when ' +
        'it is missing. At most that: an error names it.',
    );

const reason = () =>
  oneOf(...REFUND_REASONS).description('Why, for you and for the gateway. `requested_by_customer` when it is missing.');

const word = () =>
  note(255).description("A word for operators, and for the customer's statement where the gateway takes one.");

const identifier = () =>
  text(255).description(
    'Your own id of the refund, unique among your refunds for ever, compared byte for byte. A UUID does best.',
  );

/** What is asked of a refund, by whomever. */
export interface RefundWish {
  amount?: number;
  reason?: RefundReason;
  note?: string;
}

/** The rules of a wish. */
export const wishFields = { amount: amount(), reason: reason(), note: word() };

/** The fields of a refund beside those that name its payment. */
export const refundSchema: Joi.ObjectSchema<RefundWish & { refund_identifier: string }> = Joi.object({
  refund_identifier: identifier().required(),
  ...wishFields,
});

/** Which refund a call is about. */
export const refundQuerySchema: Joi.ObjectSchema<{ refund_id?: string; refund_identifier?: string }> = Joi.object({
  refund_id: text(Infinity).description(
    'The id of the refund. Needed unless `refund_identifier` is sent; both must mean the same refund.',
  ),
  refund_identifier: identifier().description('Your own id of the refund, for when the answer was lost.'),
});
