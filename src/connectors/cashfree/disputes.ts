import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { ConnectorError } from '../connector.js';
import type { DisputeCapabilities, DisputeConnector } from '../disputes.js';
import { timeLimit } from '../http/send.js';
import type { CashfreeAccess } from './access.js';
import { createClient } from './client.js';
import { disputeForm, toDispute, type Dispute } from './dispute.js';
import { saysUnknown } from './failure.js';
import { readAnswer } from './read-answer.js';

export const DISPUTE_CAPABILITIES: DisputeCapabilities = { asks: 'key' };

const list = answerForm<{ disputes: Dispute[] }>({ disputes: Joi.array().items(disputeForm.optional()).required() });

/** Disputes at Cashfree; README.md beside it tells what was only read. */
export function createCashfreeDisputes(access: CashfreeAccess): DisputeConnector {
  const client = createClient(access);
  return {
    capabilities: DISPUTE_CAPABILITIES,
    async disputesOf({ key, trx }) {
      const path = `/orders/${encodeURIComponent(key)}/disputes`;
      const { body, failure } = await client.call({ method: 'GET', path }, timeLimit(access.timeout));
      if (!failure) return readAnswer(list, { disputes: body }).disputes.map((dispute) => toDispute(dispute, trx));
      if (saysUnknown(failure, 'order') || saysUnknown(failure, 'dispute')) return [];
      throw new ConnectorError(`Cashfree answered with HTTP ${failure.status} ${failure.code} about disputes`);
    },
  };
}
