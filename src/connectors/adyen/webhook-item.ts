import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import type { Signed } from './hmac.js';
import { text } from './read-answer.js';

/** One thing that has happened, as a standard webhook of Adyen's tells it. */
export interface Item extends Signed {
  /** Not signed: why it was refused, or a bank's reason for a dispute. */
  reason: string;
  /** Not signed. */
  eventDate?: string;
  additionalData: { hmacSignature?: string; defensePeriodEndsAt?: string; chargebackReasonCode?: string };
}

interface Body {
  /** Not signed. */
  live: 'true' | 'false';
  notificationItems: { NotificationRequestItem: Item }[];
}

/** A truth, which Adyen writes as a text. */
const truth = Joi.alternatives(
  Joi.string().valid('true', 'false'),
  Joi.boolean()
    .strict()
    .custom((value: boolean) => String(value)),
);
const optionalText = Joi.string().max(1000).allow('', null).empty(null).default('');

const item = answerForm<Item>({
  pspReference: optionalText,
  originalReference: optionalText,
  merchantAccountCode: optionalText,
  merchantReference: optionalText,
  amount: answerForm({ value: Joi.number().strict().integer(), currency: text.allow('') }).optional(),
  eventCode: text.required(),
  success: truth.required(),
  reason: optionalText,
  eventDate: text,
  additionalData: answerForm({
    hmacSignature: text.allow(''),
    defensePeriodEndsAt: text.allow(''),
    chargebackReasonCode: text.allow(''),
  })
    .optional()
    .default({}),
});

const form = answerForm<Body>({
  live: truth.required(),
  notificationItems: Joi.array()
    .items(answerForm({ NotificationRequestItem: item }).optional())
    .min(1)
    .required(),
});

/** The items of a webhook's body, unverified; undefined when it is none of Adyen's. */
export function itemsIn(body: string): { isLive: boolean; items: Item[] } | undefined {
  const checked = form.validate(parseJson(body));
  if (checked.error) return undefined;
  const { live, notificationItems } = checked.value;
  return {
    isLive: live === 'true',
    items: notificationItems.map(({ NotificationRequestItem: each }) => each),
  };
}
