import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { record } from '../../src/console/audit/record.js';
import {
  changeOperator,
  createOperator,
  disableOperator,
  enableOperator,
  listOperators,
  rotateToken,
} from '../../src/console/operators/operators.js';
import { presentChange, presentOperator } from '../../src/console/operators/present-operator.js';

export interface Options {
  email: string;
  role?: string;
  password?: string;
  passwordStdin?: boolean;
}

/** What was typed, or piped with the end of a line behind it. Nothing at all on standard input is a fault, not absent. */
async function passwordOf({ password, passwordStdin }: Options): Promise<string | undefined> {
  return passwordStdin ? (await text(process.stdin)).replace(/\r?\n$/, '') : password;
}

export async function create(options: Options) {
  const { email, role } = options;
  const password = await passwordOf(options);
  const drawn = password === undefined ? { password: randomBytes(18).toString('base64url') } : {};
  const created = await createOperator({ email, role, password, ...drawn });
  await record(null, 'operator.created', created.id, { email: created.email, role: created.role });
  return { ...created, ...drawn };
}

export async function change(options: Options) {
  const { email, role } = options;
  const password = await passwordOf(options);
  const changes = { ...(role !== undefined && { role }), ...(password !== undefined && { password }) };
  const { _id } = await changeOperator({ email }, changes);
  const changed = presentChange(changes);
  await record(null, 'operator.changed', _id, changed);
  return { id: _id, ...changed };
}

export const list = async () => ({ data: (await listOperators()).map(presentOperator), next_cursor: null });

export async function rotate({ email }: Options) {
  const rotated = await rotateToken(email);
  await record(null, 'operator.token_rotated', rotated.id);
  return rotated;
}

export async function disable({ email }: Options) {
  const { _id } = await disableOperator(email);
  await record(null, 'operator.disabled', _id);
  return { id: _id, disabled: true };
}

export async function enable({ email }: Options) {
  const { _id, disabledAt } = await enableOperator(email);
  const changed = disabledAt !== undefined;
  if (changed) await record(null, 'operator.enabled', _id);
  return { id: _id, disabled: false, changed };
}
