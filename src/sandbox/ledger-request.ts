import Joi from 'joi';
import { BadRequest } from './bad-request.js';
import type { LedgerCursor } from './ledger-page.js';

const cursor = Joi.string().custom((value: string, helpers): LedgerCursor | Joi.ErrorReport => {
  const [, savedAt, key] = /^(\d{1,15})-(.+)$/.exec(value) ?? [];
  return key === undefined ? helpers.error('any.invalid') : { savedAt: Number(savedAt), key };
});

interface LedgerQuery {
  reference?: string;
  since?: Date;
  cursor?: LedgerCursor;
}

const schema = Joi.object<LedgerQuery>({
  reference: Joi.string(),
  since: Joi.date().iso(),
  cursor,
})
  .xor('reference', 'since')
  .without('reference', 'cursor');

/** The query of `GET /ledger`. @throws {BadRequest} that says which there are */
export function readLedgerRequest(query: unknown): LedgerQuery {
  const checked = schema.validate(query, { allowUnknown: true });
  if (checked.error)
    throw new BadRequest('Give one: /ledger?reference=<trx>, or /ledger?since=<ISO time>&cursor=<next_cursor>');
  return checked.value;
}
