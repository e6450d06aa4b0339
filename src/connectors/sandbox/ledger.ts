import Joi from 'joi';
import { config } from '../../../config/index.js';
import { ConnectorError, type GatewayLedger, type SettledRecord } from '../connector.js';
import { createClient, saysCode, type SandboxAccess } from './client.js';

interface Line {
  idempotency_key: string;
  reference: string;
  id: string;
  amount: number;
  currency: string;
  settled_at: Date;
}

const text = Joi.string().max(2048).required();

const line = Joi.object<Line>({
  idempotency_key: text,
  reference: text,
  id: text,
  amount: Joi.number().strict().integer().min(0).required(),
  currency: Joi.string().length(3).required(),
  settled_at: Joi.date().iso().required(),
}).unknown();

const page = Joi.object<{ settled: Line[]; next_cursor: string | null }>({
  settled: Joi.array().items(line).required(),
  next_cursor: Joi.string().allow(null).required(),
}).unknown();

function check<T>(schema: Joi.ObjectSchema<T>, body: unknown): T {
  const checked = schema.required().validate(body);
  if (checked.error) throw new ConnectorError(`The sandbox gateway's statement is wrong: ${checked.error.message}`);
  return checked.value;
}

const toRecord = ({ idempotency_key, reference, id, amount, currency, settled_at }: Line): SettledRecord => ({
  key: idempotency_key,
  trx: reference,
  reference: id,
  amount,
  currency,
  at: settled_at,
});

/** The sandbox gateway's statement; README.md beside it describes the protocol. */
export function createSandboxLedger(access: SandboxAccess): GatewayLedger {
  const client = createClient(access);

  return {
    async list({ from, to }, cursor) {
      const query = new URLSearchParams({
        from: from.toISOString(),
        to: to.toISOString(),
        ...(cursor !== null && { cursor }),
      });
      const { status, body } = await client({ method: 'GET', path: `/settled?${query.toString()}` });
      if (status !== 200) throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
      const { settled, next_cursor } = check(page, body);
      return { records: settled.map(toRecord), nextCursor: next_cursor };
    },
    async find(key) {
      const { status, body } = await client({ method: 'GET', path: `/settled/${encodeURIComponent(key)}` });
      if (status === 200) return toRecord(check(line, body));
      if (saysCode('settled_unknown', body)) return null;
      throw new ConnectorError(`The sandbox gateway answered with HTTP ${status}`);
    },
  };
}

export const sandboxLedger = createSandboxLedger({ ...config.sandbox, timeout: config.gatewayTimeout });
