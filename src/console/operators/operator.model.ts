import { defineModel } from '../../database/model.js';
import { date, number, oneOf, optional, schemaOf, text } from '../../database/schema.js';
import { ROLES, type Role } from './role.js';

/** A person, or a script of theirs, who works with the console. */
export interface OperatorRecord {
  _id: string;
  /** In lower case. */
  email: string;
  role: Role;
  passwordHash: string;
  /** Keyed hash: the token itself is shown once and kept nowhere. */
  apiTokenHash: string;
  /** The master key that it is hashed under, see keyed.ts; absent on what is older than this field. */
  hashedUnder?: string;
  createdAt: Date;
  /** Set while the operator may not come in. Never deleted, since the audit trail names them. */
  disabledAt?: Date;
  /** How often all sessions have ended at once, by a new password or when disabled; absent: never. Those of before count no more. */
  sessionsEnded?: number;
}

const schema = schemaOf<OperatorRecord>({
  _id: text,
  email: text,
  role: oneOf(ROLES),
  passwordHash: text,
  apiTokenHash: text,
  hashedUnder: optional(text),
  createdAt: date,
  disabledAt: optional(date),
  sessionsEnded: optional(number),
});
schema.index({ email: 1 }, { unique: true });
schema.index({ apiTokenHash: 1 }, { unique: true });

/** Who may come in, as a filter. */
export const ENABLED = { disabledAt: { $exists: false } } as const;

export const operators = defineModel<OperatorRecord>('operators', schema);
