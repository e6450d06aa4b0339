import Joi from 'joi';
import { answerForm, pageAddress } from '../http/answer.js';
import { errorForm, type StripeError } from './failure.js';
import { code, currency, minorUnits, moment, readAnswer, text } from './read-answer.js';

/** What Stripe has of a charge that was expanded. */
export interface Charge {
  id: string;
  created: number;
  /** Null until it is in the books. */
  balance_transaction?: { created: number } | string | null;
  payment_method_details?: { sepa_debit?: { mandate?: string | null } | null } | null;
}

/** A PaymentIntent: what Stripe has of one attempt. Amounts are minor units. */
export interface Intent {
  id: string;
  status: string;
  amount: number;
  /** Absent, as its document allows: see receivedBy(). */
  amount_received?: number;
  currency: string;
  created: number;
  metadata: { key?: string; trx?: string };
  next_action?: { type: string; redirect_to_url?: { url?: string | null } | null } | null;
  last_payment_error?: StripeError | null;
  /** Its id alone, unless it was expanded. */
  latest_charge?: Charge | string | null;
}

const charge = answerForm<Charge>({
  id: text.required(),
  created: moment.required(),
  balance_transaction: Joi.alternatives(
    text,
    answerForm<{ created: number }>({ created: moment.required() }).optional(),
  ).allow(null),
  payment_method_details: answerForm({
    sepa_debit: answerForm({ mandate: text.allow(null) })
      .optional()
      .allow(null),
  })
    .optional()
    .allow(null),
});

/** The intent that something belongs to; its id alone, unless it was expanded. */
export type IntentOf = Pick<Intent, 'id' | 'metadata'> | string | null;

/** The id of the intent that something belongs to; null when it belongs to none. */
export const idOf = (intent: IntentOf): string | null => (typeof intent === 'string' ? intent : (intent?.id ?? null));

const word = Joi.string().max(500).allow('');

/** What whoever made an object has written on it; null, or nothing, where nobody has. */
export const metadata = answerForm<Intent['metadata']>({ key: word, trx: word }).optional().empty(null).default({});

export const intentOf = Joi.alternatives(text, answerForm({ id: text.required(), metadata }).optional())
  .allow(null)
  .default(null);

export const intentForm = answerForm<Intent>({
  id: text.required(),
  status: text.required(),
  amount: minorUnits.required(),
  amount_received: minorUnits,
  currency: currency.required(),
  created: moment.required(),
  metadata,
  next_action: answerForm({
    type: code.required(),
    redirect_to_url: answerForm({ url: pageAddress.max(5000).allow(null) })
      .optional()
      .allow(null),
  })
    .optional()
    .allow(null),
  last_payment_error: errorForm.optional().allow(null),
  latest_charge: Joi.alternatives(text, charge.optional()).allow(null),
});

/** What has come by an intent that has succeeded: all of it, where Stripe does not say, since it takes all or nothing. */
export const receivedBy = ({ amount_received, amount }: Intent): number => amount_received ?? amount;

/** @throws {ConnectorError} when it is none */
export const readIntent = (body: unknown): Intent => readAnswer(intentForm, body);
