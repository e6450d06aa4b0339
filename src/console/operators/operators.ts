import { randomBytes } from 'node:crypto';
import { keyedHash, keyedHashes, masterKeyId } from '../../crypto/keyed.js';
import { isDuplicateKey } from '../../database/errors.js';
import { changedMeanwhile } from '../../errors.js';
import { operatorExists, operatorIsDisabled, operatorNotFound } from '../errors.js';
import { changeButKeepAnAdmin, type Changes } from './last-admin.js';
import { checkNewOperator, checkOperatorChange } from './new-operator.js';
import { ENABLED, operators, type OperatorRecord } from './operator.model.js';
import type { Role } from './role.js';
import { hashPassword, isPassword } from '../session/password.js';

export const normalEmail = (email: string): string => email.trim().toLowerCase();

const newToken = (): string => `tg_${randomBytes(32).toString('base64url')}`;
/** What is stored of an API token. */
const hashToken = (token: string): Pick<OperatorRecord, 'apiTokenHash' | 'hashedUnder'> => ({
  apiTokenHash: keyedHash('operator-token', token),
  hashedUnder: masterKeyId,
});

export interface CreatedOperator {
  id: string;
  email: string;
  role: Role;
  api_token: string;
}

/**
 * Makes an operator of `{ email, role, password }` and gives the API token, which is shown this once.
 * @throws {ApiError} 400 naming every field at fault, 409 when the e-mail is taken
 */
export async function createOperator(fields: unknown): Promise<CreatedOperator> {
  const { email: given, role, password } = checkNewOperator(fields);
  const id = `opr_${randomBytes(12).toString('hex')}`;
  const email = normalEmail(given);
  const token = newToken();
  const passwordHash = await hashPassword(password);
  try {
    await operators.insertOne({ _id: id, email, role, passwordHash, ...hashToken(token), createdAt: new Date() });
  } catch (error) {
    throw isDuplicateKey(error) ? operatorExists(email) : error;
  }
  return { id, email, role, api_token: token };
}

/** The operator with this e-mail and password, or null; takes as long when there is no such e-mail. */
export async function verifyOperator(email: string, password: string): Promise<OperatorRecord | null> {
  const operator = await operators.findOne({ email: normalEmail(email) });
  const right = await isPassword(password, operator?.passwordHash);
  return operator && right && !operator.disabledAt ? operator : null;
}

export const findOperator = (id: string): Promise<OperatorRecord | null> =>
  operators.findOne({ _id: id, ...ENABLED }).exec();

/**
 * While the master key is being changed, a token that was hashed under another one gets the current hash; one that has just
 * got it, or lost it again to a process with the keys in the other order, is found as well.
 */
export async function findOperatorByToken(token: string): Promise<OperatorRecord | null> {
  const hashes = keyedHashes('operator-token', token);
  const operator = await operators.findOne({ apiTokenHash: hashes[0] ?? '', ...ENABLED });
  if (operator || hashes.length === 1) return operator;
  return operators.findOneAndUpdate({ apiTokenHash: { $in: hashes }, ...ENABLED }, { $set: hashToken(token) });
}

/** How many API tokens nobody has used since the master key was changed. */
export const countOldTokens = (): Promise<number> =>
  operators.countDocuments({ hashedUnder: { $ne: masterKeyId }, ...ENABLED }).exec();

/** Every operator, the disabled ones too, by e-mail. */
export const listOperators = (): Promise<OperatorRecord[]> => operators.find().sort({ email: 1 }).exec();

/** How an operator is named: programs and pages know the id, people at a command line the e-mail. */
export type Who = { id: string } | { email: string };

async function findWho(who: Who): Promise<OperatorRecord> {
  const operator = await operators.findOne('id' in who ? { _id: who.id } : { email: normalEmail(who.email) });
  if (!operator) throw operatorNotFound('id' in who ? who.id : `with the e-mail ${who.email}`);
  return operator;
}

/** One operator, a disabled one too. @throws {ApiError} operator_not_found */
export const findOperatorToShow = (id: string): Promise<OperatorRecord> => findWho({ id });

async function change(who: Who, changes: Changes, seen?: string): Promise<OperatorRecord> {
  const before = await findWho(who);
  if (seen !== undefined && seen !== before.role) throw changedMeanwhile();
  const after = await changeButKeepAnAdmin(before, changes, seen === undefined ? {} : { role: before.role });
  if (!after) throw seen === undefined ? operatorNotFound(before._id) : changedMeanwhile();
  return after;
}

/**
 * Gives another role or password, or both; a new password ends every session.
 * @param seen the role that a form was drawn of
 * @throws {ApiError} 400 naming every field at fault, 404, 409 for the role of the last admin; changed_meanwhile
 */
export async function changeOperator(who: Who, fields: unknown, seen?: string): Promise<OperatorRecord> {
  const { role, password } = checkOperatorChange(fields);
  const passwordHash = password && (await hashPassword(password));
  return change(who, { ...(role && { role }), ...(passwordHash && { passwordHash }) }, seen);
}

/** The old token ends at once; the new one is shown this once. @throws {ApiError} 404, 409 for a disabled operator */
export async function rotateToken(email: string): Promise<{ id: string; api_token: string }> {
  const token = newToken();
  const { _id } = await findWho({ email });
  const { matchedCount } = await operators.updateOne({ _id, ...ENABLED }, { $set: hashToken(token) });
  if (matchedCount === 0) throw operatorIsDisabled(normalEmail(email));
  return { id: _id, api_token: token };
}

/**
 * Ends every session, and lets nobody in, nor the API token, until the operator is enabled again.
 * @throws {ApiError} 404, 409 for the last admin
 */
export const disableOperator = (email: string): Promise<OperatorRecord> =>
  change({ email }, { disabledAt: new Date() });

/**
 * Lets an operator in again by password. The API token of before has ended for good; rotateToken() makes another one.
 * @returns the operator as before: one who was not disabled stays as is
 * @throws {ApiError} 404
 */
export async function enableOperator(email: string): Promise<OperatorRecord> {
  const operator = await findWho({ email });
  const untold = hashToken(newToken());
  await operators.updateOne(
    { _id: operator._id, disabledAt: { $exists: true } },
    { $unset: { disabledAt: '' }, $set: untold },
  );
  return operator;
}
