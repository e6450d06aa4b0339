import Joi from 'joi';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import type {
  RefundAbout,
  RefundCapabilities,
  RefundConnector,
  RefundRefusal,
  RefundRequest,
  RefundResult,
} from '../refunds.js';
import type { StripeAccess } from './access.js';
import { createClient, type Client } from './client.js';
import { wordFor, type Failure } from './failure.js';
import { findInList, pageForm } from './find-in-list.js';
import type { Fields } from './form.js';
import { metadata, type Intent } from './intent.js';
import { isForgotten } from './intents.js';
import { code, currency, minorUnits, moment, readAnswer, text } from './read-answer.js';

/** A refund as Stripe has it. */
export interface Refund {
  id: string;
  status: string;
  amount: number;
  currency: string;
  created: number;
  metadata: Intent['metadata'];
  failure_reason?: string | null;
  /** Null until it is in the books; its id alone, unless it was expanded. */
  balance_transaction?: { created: number } | string | null;
}

export const refundForm = answerForm<Refund>({
  id: text.required(),
  status: code.required(),
  amount: minorUnits.required(),
  currency: currency.required(),
  created: moment.required(),
  metadata,
  failure_reason: code,
  balance_transaction: Joi.alternatives(text, answerForm({ created: moment.required() }).optional()).allow(null),
});

const page = pageForm(refundForm);

/** Stripe itself names no end; banks take none back for longer. */
export const REFUND_CAPABILITIES: RefundCapabilities = { parts: true, days: 180, asks: 'key', pending: true };

/** Stripe's reasons in our words; what is not here is the general one. */
const REFUSALS = new Map<string, RefundRefusal>([
  ['insufficient_funds', 'no_funds'],
  ['balance_insufficient', 'no_funds'],
  ['lost_or_stolen_card', 'account_closed'],
  ['expired_or_canceled_card', 'account_closed'],
  ['charge_disputed', 'disputed'],
  ['refund_disputed_payment', 'disputed'],
  ['charge_for_pending_refund_disputed', 'disputed'],
]);

const refused = (gatewayCode: string): RefundResult & { outcome: 'refused' } => ({
  outcome: 'refused',
  reason: REFUSALS.get(gatewayCode) ?? 'refused',
  gatewayCode,
});

/**
 * A refund in our words.
 * @throws {ConnectorError} when Stripe has a status that we do not know
 */
export function toRefundResult(refund: Refund): RefundResult {
  const { id: reference, status, amount, currency } = refund;
  switch (status) {
    case 'succeeded':
      return { outcome: 'refunded', reference, amount, currency: currency.toUpperCase() };
    case 'pending':
    case 'requires_action':
      return { outcome: 'pending', reference };
    case 'failed':
    case 'canceled':
      return { ...refused(refund.failure_reason || status), reference };
    default:
      throw new ConnectorError(`Stripe has a status for the refund ${reference} that nobody knows`);
  }
}

/** @throws {ConnectorError} when it is an answer about another refund */
function ours(refund: Refund, { key }: RefundAbout): Refund {
  if (refund.metadata.key !== key) throw new ConnectorError(`Stripe answered about another refund: ${refund.id}`);
  return refund;
}

/** Stripe has refused to give back: what it says of an amount has no code of its own. */
function toRefusal(failure: Failure): RefundResult {
  if (failure.code === 'parameter_unknown' || failure.status >= 500)
    throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about a refund`);
  return refused(!failure.code && failure.param === 'amount' ? 'amount_too_large' : wordFor(failure));
}

/** The refund of a key, ours or Stripe's own, among all of its payment; undefined when Stripe has never heard of it. */
export async function findRefund(
  client: Client,
  { key, charge }: Pick<RefundAbout, 'key' | 'charge'>,
  limit: AbortSignal,
  expand?: string[],
): Promise<Refund | undefined> {
  if (charge.reference === undefined) return undefined; // nothing was paid
  const list = { path: '/v1/refunds', fields: { payment_intent: charge.reference, expand }, form: page };
  return findInList(
    client,
    list,
    ({ id, metadata }) => metadata.key === key || id === key,
    limit,
    ({ status }) => status === 404,
  );
}

/** `other` is no reason of Stripe's, and a note is none of its fields. */
const fieldsOf = ({ reason }: RefundRequest, { key, trx, amount, charge }: RefundAbout): Fields => ({
  payment_intent: charge.reference,
  amount,
  reason: reason === 'other' ? undefined : reason,
  metadata: { key, trx },
});

/** Refunds by Stripe; README.md beside it tells what was only read. */
export function createStripeRefunds(access: StripeAccess): RefundConnector {
  const client = createClient(access);

  async function ask(request: RefundRequest, about: RefundAbout, limit: AbortSignal): Promise<RefundResult> {
    const call = { path: '/v1/refunds', fields: fieldsOf(request, about), key: about.key };
    const { body, failure, replayed } = await client.call({ method: 'POST', ...call }, limit);
    if (!failure && !replayed) return toRefundResult(ours(readAnswer(refundForm, body), about));
    const found = await findRefund(client, about, limit);
    if (found) return toRefundResult(found);
    if (failure) return toRefusal(failure);
    throw new ConnectorError('Stripe does not show a refund that it has made');
  }

  return {
    capabilities: REFUND_CAPABILITIES,

    /** A key that Stripe may have forgotten would give back once more: it is looked for before. */
    async refund(request, about) {
      if (about.charge.reference === undefined) return refused('charge_unknown');
      const limit = timeLimit(access.timeout);
      const found = isForgotten(about) ? await findRefund(client, about, limit) : undefined;
      return found ? toRefundResult(found) : ask(request, about, limit);
    },

    async fetchRefund(about) {
      const found = await findRefund(client, about, timeLimit(access.timeout));
      return found ? toRefundResult(found) : { outcome: 'unknown' };
    },
  };
}
