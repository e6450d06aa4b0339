import Joi from 'joi';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import type { DisputeConnector, DisputeReason, DisputeState, GatewayDispute } from '../disputes.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import { logger } from '../../telemetry/logger.js';
import type { StripeAccess } from './access.js';
import { createClient } from './client.js';
import { pageForm } from './find-in-list.js';
import { idOf, intentOf, type IntentOf } from './intent.js';
import { code, currency, dateOf, minorUnits, moment, readAnswer, text } from './read-answer.js';

/** A dispute as Stripe has it, whether or not its intent was expanded. */
export interface Dispute {
  id: string;
  amount: number;
  currency: string;
  created: number;
  reason: string;
  status: string;
  evidence_details: { due_by: number | null };
}

const fields = {
  id: text.required(),
  amount: minorUnits.required(),
  currency: currency.required(),
  created: moment.required(),
  reason: code.required(),
  status: code.required(),
  // 0 where the bank takes no response.
  evidence_details: answerForm({ due_by: moment.empty(0).allow(null).default(null) })
    .optional()
    .default({ due_by: null }),
};

/** With what else is asked for of it. */
export const disputeForm = <T extends Dispute>(more: Joi.PartialSchemaMap<T> = {}): Joi.ObjectSchema<T> =>
  answerForm<T>({ ...fields, ...more });

/** With the intent of its charge, which carries what is ours. */
export interface OfIntent extends Dispute {
  payment_intent: IntentOf;
}

export const disputeOfIntent = disputeForm<OfIntent>({ payment_intent: intentOf });

export const disputePage = pageForm(disputeOfIntent);

/** Stripe's reasons in our words; the others are about bank accounts, or say nothing. */
const REASONS = new Map<string, DisputeReason>([
  ['fraudulent', 'fraudulent'],
  ['unrecognized', 'unrecognized'],
  ['debit_not_authorized', 'unrecognized'],
  ['duplicate', 'duplicate'],
  ['product_not_received', 'product_not_received'],
  ['product_unacceptable', 'product_unacceptable'],
  ['credit_not_processed', 'credit_not_processed'],
  ['subscription_canceled', 'subscription_cancelled'],
]);

/** A `warning_…` is an inquiry, which has moved no money; one that is closed or prevented never will. */
const STATES = new Map<string, DisputeState>([
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['won', 'won'],
  ['warning_closed', 'won'],
  ['prevented', 'won'],
  ['lost', 'lost'],
]);

/** One of a status that nobody knows yet is open, so that its merchant hears of it. */
function stateOf({ id, status }: Dispute): DisputeState {
  const state = STATES.get(status);
  if (!state) logger.warn('dispute.unclear', { dispute: id, status });
  return state ?? 'open';
}

/** A dispute in our words. */
export function toDispute(dispute: Dispute, trx: string): GatewayDispute {
  const { id, amount, currency, created, reason, evidence_details } = dispute;
  return {
    id,
    trx,
    amount,
    currency: currency.toUpperCase(),
    reason: REASONS.get(reason) ?? 'other',
    openedAt: dateOf(created),
    respondBy: evidence_details.due_by === null ? null : dateOf(evidence_details.due_by),
    state: stateOf(dispute),
  };
}

export const DISPUTE_CAPABILITIES = { asks: 'reference' } as const;

/** Disputes at Stripe, which knows them by the intent; README.md beside it tells what was only read. */
export function createStripeDisputes(access: StripeAccess): DisputeConnector {
  const client = createClient(access);
  return {
    capabilities: DISPUTE_CAPABILITIES,

    /** A payment has few: those beyond the first hundred would not be heard of. */
    async disputesOf({ reference, trx }: About) {
      if (reference === undefined) return []; // nothing was paid
      const call = { path: '/v1/disputes', fields: { payment_intent: reference, limit: 100 }, isLong: true };
      const { body, failure } = await client.call({ method: 'GET', ...call }, timeLimit(access.timeout));
      if (failure?.status === 404) return [];
      if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about disputes`);
      return readAnswer(disputePage, body)
        .data.filter(({ payment_intent }) => [reference, null].includes(idOf(payment_intent)))
        .map((dispute) => toDispute(dispute, trx));
    },
  };
}
