import Joi from 'joi';
import {
  DISPUTE_REASONS,
  type DisputeCapabilities,
  type DisputeConnector,
  type DisputeReason,
  type DisputeState,
  type GatewayDispute,
} from '../disputes.js';
import { createClient, type SandboxAccess } from './client.js';
import { answerForm } from '../http/answer.js';
import { amount, currency, readAnswer, text } from './read-answer.js';

interface Answer {
  id: string;
  reference: string;
  amount: number;
  currency: string;
  reason: string;
  opened_at: Date;
  respond_by: Date;
  status: DisputeState;
}

const form = answerForm<Answer>({
  id: text,
  reference: text,
  amount,
  currency,
  reason: text,
  opened_at: Joi.date().iso().required(),
  respond_by: Joi.date().iso().required(),
  status: Joi.valid('open', 'won', 'lost').required(),
});

const page = answerForm<{ disputes: Answer[]; next_cursor: string | null }>({
  disputes: Joi.array().items(form.optional()).required(),
  next_cursor: Joi.string().allow(null).required(),
});

/** A reason that is not ours is some other one. */
const reasonOf = (reason: string): DisputeReason => DISPUTE_REASONS.find((each) => each === reason) ?? 'other';

const toDispute = ({ id, reference, reason, opened_at, respond_by, status, ...money }: Answer): GatewayDispute => ({
  id,
  trx: reference,
  amount: money.amount,
  currency: money.currency,
  reason: reasonOf(reason),
  openedAt: opened_at,
  respondBy: respond_by,
  state: status,
});

/** A page of the sandbox's disputes in our words. @throws {ConnectorError} when it makes no sense */
export function toDisputes(body: unknown): { disputes: GatewayDispute[]; nextCursor: string | null } {
  const { disputes, next_cursor } = readAnswer(page, body);
  return { disputes: disputes.map(toDispute), nextCursor: next_cursor };
}

export const DISPUTE_CAPABILITIES: DisputeCapabilities = { asks: 'key' };

/** The sandbox gateway's disputes; README.md beside it describes the protocol. */
export function createSandboxDisputes(access: SandboxAccess): DisputeConnector {
  const client = createClient(access);
  return {
    capabilities: DISPUTE_CAPABILITIES,
    async disputesOf({ key, trace }) {
      const path = `/disputes?charge=${encodeURIComponent(key)}`;
      return toDisputes(await client({ method: 'GET', path, trace })).disputes;
    },
    async simulate({ trace }, dispute, outcome) {
      const path = `/disputes/${encodeURIComponent(dispute)}/close`;
      return (await client({ method: 'POST', path, body: { outcome }, trace }, 'dispute_closed')) !== undefined;
    },
  };
}
