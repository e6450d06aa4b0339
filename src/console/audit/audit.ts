import { randomBytes } from 'node:crypto';
import { PAGE, pageOf } from '../../database/cursor.js';
import type { Filter } from '../../database/driver.js';
import { defineModel } from '../../database/model.js';
import { date, mixed, nullable, schemaOf, text } from '../../database/schema.js';
import type { OperatorRecord } from '../operators/operator.model.js';

/** One thing that somebody did: a line is only ever added. */
export interface AuditRecord {
  /** Rises with time, so that the newest lines are found by the primary key alone. */
  _id: string;
  at: Date;
  /** Null for the command line, where nobody is signed in. */
  operatorId: string | null;
  /** As it was then. */
  email: string;
  action: string;
  /** The id of what it was done to. */
  object: string;
  details: Record<string, unknown>;
}

/** Under what the command line stands in the place of an e-mail. */
export const COMMAND_LINE = 'cli';

/** Noun and past participle, as in the log: 'operator.created'. */
export type AuditAction = `${string}.${string}`;

/** Who did it. */
export type Actor = Pick<OperatorRecord, '_id' | 'email'>;

const schema = schemaOf<AuditRecord>({
  _id: text,
  at: date,
  operatorId: nullable(text),
  email: text,
  action: text,
  object: text,
  details: mixed(),
});
schema.index({ object: 1 });
schema.index({ operatorId: 1 });

const lines = defineModel<AuditRecord>('audit', schema);

const newId = (at: Date): string =>
  `aud_${at.getTime().toString(16).padStart(12, '0')}${randomBytes(6).toString('hex')}`;

/** Adds a line to the trail; without an actor it was the command line. Never pass secrets as details. */
export async function audit(
  actor: Actor | null,
  action: AuditAction,
  object: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  const at = new Date();
  const who = actor ? { operatorId: actor._id, email: actor.email } : { operatorId: null, email: COMMAND_LINE };
  await lines.insertOne({ _id: newId(at), at, ...who, action, object, details });
}

interface AuditQuery {
  object?: string | undefined;
  /** An id; null for the command line. */
  operator?: string | null | undefined;
  cursor?: string | undefined;
}

/** One page of the trail, newest first, and where the next one begins. */
export async function findAudit({ object, operator, cursor }: AuditQuery) {
  const filter: Filter<AuditRecord> = {};
  if (object) filter.object = object;
  if (operator !== undefined) filter.operatorId = operator;
  if (cursor) filter._id = { $lt: cursor };
  const found = await lines
    .find(filter)
    .sort({ _id: -1 })
    .limit(PAGE + 1);
  return pageOf(found, ({ _id }) => _id);
}
