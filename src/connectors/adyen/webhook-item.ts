import Joi from 'joi';
import { answerForm, nothing } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import type { Signed } from './hmac.js';
import { text } from './read-answer.js';

/** One thing that has happened, as a standard webhook of Adyen's tells it. */
export interface Item extends Signed {
  /** Not signed: why it was refused, or a bank's reason for a dispute. */
  reason: string;
  /** Not signed. */
  eventDate?: string;
  additionalData: {
    hmacSignature?: string;
    defensePeriodEndsAt?: string;
    chargebackReasonCode?: string;
    disputeStatus?: string;
  };
}

interface Body {
  /** Not signed. */
  live: 'true' | 'false';
  notificationItems: unknown[];
}

interface Wrapper {
  NotificationRequestItem: Item;
}

/** A truth, which Adyen writes as a text. */
const truth = Joi.alternatives(
  Joi.string().valid('true', 'false'),
  Joi.boolean()
    .strict()
    .custom((value: boolean) => String(value)),
);
const optionalText = Joi.string().max(1000).empty(nothing).default('');
/** Nobody has signed it: whatever else it is, it says nothing, and leaves the item as it is. */
const unsigned = optionalText.truncate().failover('');

const item = answerForm<Item>({
  pspReference: optionalText,
  originalReference: optionalText,
  merchantAccountCode: optionalText,
  merchantReference: optionalText,
  amount: answerForm({ value: Joi.number().strict().integer().empty(nothing), currency: text })
    .optional()
    .empty(nothing),
  eventCode: text.required(),
  success: truth.required(),
  reason: unsigned,
  eventDate: unsigned,
  additionalData: answerForm({
    hmacSignature: unsigned,
    defensePeriodEndsAt: unsigned,
    chargebackReasonCode: unsigned,
    disputeStatus: unsigned,
  })
    .optional()
    .default({})
    .failover({}),
});

const wrapper = answerForm<Wrapper>({ NotificationRequestItem: item });

const form = answerForm<Body>({
  live: truth.required(),
  notificationItems: Joi.array().min(1).required(),
});

function itemIn(wrapped: unknown): Item[] {
  const checked = wrapper.validate(wrapped);
  return checked.error ? [] : [checked.value.NotificationRequestItem];
}

/** The items of a webhook's body that have their form, unverified; undefined when it is none of Adyen's. */
export function itemsIn(body: string): { isLive: boolean; items: Item[] } | undefined {
  const checked = form.validate(parseJson(body));
  if (checked.error) return undefined;
  const { live, notificationItems } = checked.value;
  return {
    isLive: live === 'true',
    items: notificationItems.flatMap(itemIn),
  };
}
