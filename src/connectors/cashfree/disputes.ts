import Joi from 'joi';
import { answerForm } from '../http/answer.js';
import { ConnectorError } from '../connector.js';
import type { DisputeCapabilities, DisputeConnector } from '../disputes.js';
import { timeLimit } from '../http/send.js';
import type { CashfreeAccess } from './access.js';
import { createClient } from './client.js';
import { disputeForm, toDispute, type Dispute } from './dispute.js';
import { readAnswer } from './read-answer.js';

export const DISPUTE_CAPABILITIES: DisputeCapabilities = { asks: 'key' };

const list = answerForm<{ disputes: Dispute[] }>({ disputes: Joi.array().items(disputeForm.optional()).required() });

/** @throws {ConnectorError} when it is no list of disputes, or one of another order's */
function readDisputes(body: unknown, key: string): Dispute[] {
  const { disputes } = readAnswer(list, { disputes: body });
  const isOther = ({ order_details }: Dispute) => order_details?.order_id && order_details.order_id !== key;
  if (disputes.some(isOther)) throw new ConnectorError("Cashfree answered about another order's disputes");
  return disputes;
}

/** Disputes at Cashfree; README.md beside it tells what was only read. */
export function createCashfreeDisputes(access: CashfreeAccess): DisputeConnector {
  const client = createClient(access);
  return {
    capabilities: DISPUTE_CAPABILITIES,
    async disputesOf({ key, trx }) {
      const path = `/orders/${encodeURIComponent(key)}/disputes`;
      const body = await client.find(path, 'disputes', timeLimit(access.timeout));
      return body === undefined ? [] : readDisputes(body, key).map((dispute) => toDispute(dispute, trx));
    },
  };
}
