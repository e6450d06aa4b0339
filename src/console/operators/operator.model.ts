import { defineCollection } from '../../database/client.js';

/** Each role may do all that the ones before it may. */
export const ROLES = ['viewer', 'reviewer', 'admin'] as const;
export type Role = (typeof ROLES)[number];

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
}

export const operators = defineCollection<OperatorRecord>('operators', [
  { key: { email: 1 }, options: { unique: true } },
  { key: { apiTokenHash: 1 }, options: { unique: true } },
]);

export const hasRole = ({ role }: OperatorRecord, needed: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(needed);
