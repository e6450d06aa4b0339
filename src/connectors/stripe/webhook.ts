import Joi from 'joi';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { answerForm } from '../http/answer.js';
import { parseJson } from '../http/parse-json.js';
import type { AnyNews, ImmediateCallbackReader } from '../callbacks.js';
import { orUnread } from '../unread-callback.js';
import type { StripeAccess } from './access.js';
import { idOf, intentOf, metadata, type Intent, type IntentOf } from './intent.js';
import { currency, dateOf, minorUnits, moment, readAnswer, text } from './read-answer.js';

const MOST_AGE = 300; // seconds, both ways: clocks differ

interface Event {
  type: string;
  created?: number; // seconds since 1970
  data: {
    object: {
      object: string;
      id?: string;
      metadata: Intent['metadata'];
      amount_received?: number;
      currency?: string;
      payment_intent: IntentOf;
    };
  };
}

const form = answerForm<Event>({
  type: Joi.string().max(100).required(),
  created: moment,
  data: answerForm({
    object: answerForm({
      object: Joi.string().max(100).required(),
      id: text,
      metadata,
      amount_received: minorUnits,
      currency,
      payment_intent: intentOf,
    }),
  }),
});

/** What Stripe is to tell of: `check` looks for them. */
export const EVENTS = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'payment_intent.processing',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
] as const;

/** The objects that carry our key, whatever has happened to them: what has is asked for. */
const OURS = ['payment_intent', 'refund'];

/** An event about anything else, whose fields are of no interest: a customer's `currency`, say, may be null. */
const ofOthers = answerForm({
  data: answerForm({
    object: answerForm({
      object: Joi.string()
        .invalid(...OURS, 'dispute')
        .required(),
    }),
  }),
});

/** The time and the signatures of `t=…,v1=…,v1=…`: two while a secret is exchanged. */
function partsOf(header: string): { time: string; signatures: string[] } {
  const parts = header.split(',').map((part) => part.trim());
  const valuesOf = (name: string) =>
    parts.filter((part) => part.startsWith(`${name}=`)).map((part) => part.slice(name.length + 1));
  const times = valuesOf('t');
  return { time: times.length === 1 ? String(times[0]) : '', signatures: valuesOf('v1') };
}

function isGenuine(secret: string, header: string, body: string): boolean {
  const { time, signatures } = partsOf(header);
  if (!/^[0-9]{1,12}$/.test(time) || Math.abs(Date.now() / 1000 - Number(time)) > MOST_AGE) return false;
  const expected = createHmac('sha256', secret).update(`${time}.${body}`).digest();
  return signatures.some((each) => /^[0-9a-f]{64}$/.test(each) && timingSafeEqual(Buffer.from(each, 'hex'), expected));
}

/**
 * What an event is about, if it is about anything of ours: a Stripe account may serve others as well. A dispute carries
 * nothing of ours, so it is known by its charge's intent; so is a refund that was made at Stripe.
 */
function newsOf({ created, data }: Event): AnyNews[] {
  const { object, id, metadata, amount_received, currency, payment_intent } = data.object;
  const charge = idOf(payment_intent);
  const at = created !== undefined && { at: dateOf(created) };
  if (object === 'dispute') return charge === null ? [] : [{ about: 'dispute', charge, ...at }];
  const { key, trx } = metadata;
  const isMadeThere = object === 'refund' && !key && id !== undefined && charge !== null;
  if (isMadeThere) return [{ about: 'refund', charge, key: id }];
  if (!key || !trx) return [];
  const isMoney = object === 'payment_intent' && amount_received !== undefined && currency !== undefined;
  const about = object === 'refund' && { about: 'refund' as const };
  return [
    { ...about, key, reference: trx, ...(isMoney && { amount: amount_received, currency: currency.toUpperCase() }) },
  ];
}

/** Makes the reader of Stripe's webhooks. It gives null for one that Stripe has not signed, or too long ago. */
export const createWebhookReader = ({
  account,
  webhookSecret,
}: Pick<StripeAccess, 'account' | 'webhookSecret'>): ImmediateCallbackReader => ({
  readCallback(headers, body) {
    const header = headers['stripe-signature'];
    if (typeof header !== 'string' || header.length > 1000 || !isGenuine(webhookSecret, header, body)) return null;
    const event = parseJson(body);
    if (!ofOthers.validate(event).error) return [];
    return orUnread(account, [], () => newsOf(readAnswer(form, event)));
  },
});
