import Joi from 'joi';
import type { Window } from '../../time.js';
import type { GatewayLedger, SettledRecord } from '../ledger.js';
import { answerForm } from '../http/answer.js';
import { createClient, type SandboxAccess } from './client.js';
import { toDisputes } from './disputes.js';
import { currency, readAnswer, text } from './read-answer.js';

interface Line {
  idempotency_key: string;
  reference: string;
  id: string;
  amount: number;
  currency: string;
  settled_at: Date;
  by?: 'dispute';
}

const line = answerForm<Line>({
  idempotency_key: text,
  reference: text,
  id: text,
  amount: Joi.number().strict().integer().required(),
  currency,
  settled_at: Joi.date().iso().required(),
  by: Joi.valid('dispute'),
});

const page = answerForm<{ settled: Line[]; next_cursor: string | null }>({
  settled: Joi.array().items(line.optional()).required(),
  next_cursor: Joi.string().allow(null).required(),
});

const toRecord = ({ idempotency_key, reference, id, amount, currency, settled_at, by }: Line): SettledRecord => ({
  key: idempotency_key,
  trx: reference,
  reference: id,
  amount,
  currency,
  at: settled_at,
  ...(by && { by }),
});

const windowQuery = ({ from, to }: Window, cursor: string | null): string =>
  new URLSearchParams({
    from: from.toISOString(),
    to: to.toISOString(),
    ...(cursor !== null && { cursor }),
  }).toString();

/** The sandbox gateway's statement; README.md beside it describes the protocol. */
export function createSandboxLedger(access: SandboxAccess): GatewayLedger {
  const client = createClient(access);

  return {
    async list({ from, to }, cursor) {
      const query = windowQuery({ from, to }, cursor);
      const body = await client({ method: 'GET', path: `/settled?${query}` });
      const { settled, next_cursor } = readAnswer(page, body);
      return { records: settled.map(toRecord), nextCursor: next_cursor };
    },
    async listDisputes({ from, to }, cursor) {
      const query = windowQuery({ from, to }, cursor);
      return toDisputes(await client({ method: 'GET', path: `/disputes?${query}` }));
    },
    async find({ key }) {
      const path = `/settled/${encodeURIComponent(key)}`;
      const body = await client({ method: 'GET', path }, 'settled_unknown');
      return body === undefined ? null : toRecord(readAnswer(line, body));
    },
  };
}
