import { lastAdmin } from '../errors.js';
import { ENABLED, operators, type OperatorRecord } from './operator.model.js';

const ADMINS = { role: 'admin', ...ENABLED } as const;

const isAdmin = ({ role, disabledAt }: OperatorRecord): boolean => role === 'admin' && !disabledAt;

/** Throws when there is no other admin who may come in. They are few: no index is needed. */
async function requireAnother({ _id }: OperatorRecord): Promise<void> {
  if ((await operators.countDocuments({ ...ADMINS, _id: { $ne: _id } }, { limit: 1 })) === 0) throw lastAdmin();
}

/** What may be taken from an admin, or given. */
export type Changes = Partial<Pick<OperatorRecord, 'role' | 'passwordHash' | 'disabledAt'>>;

/**
 * Changes an operator unless that would leave nobody who can make others. Looks after the change too, since two admins
 * may take each other's role at the same moment: then both get back what they had. Sessions end in the same
 * write, that of a login under way, too.
 * @param still what must hold of the operator when it is written
 * @returns the operator after it, or null when it is gone, or other than it must be
 * @throws {ApiError} last_admin, and then nothing has changed
 */
export async function changeButKeepAnAdmin(
  before: OperatorRecord,
  changes: Changes,
  still: Partial<Pick<OperatorRecord, 'role'>> = {},
): Promise<OperatorRecord | null> {
  const takesAnAdmin = isAdmin(before) && !isAdmin({ ...before, ...changes });
  if (takesAnAdmin) await requireAnother(before);
  const ended = changes.passwordHash || changes.disabledAt ? 1 : 0;
  const after = await operators.findOneAndUpdate(
    { _id: before._id, ...still },
    { $set: changes, $inc: { sessionsEnded: ended } },
    { returnDocument: 'after' },
  );
  if (!takesAnAdmin) return after;
  const { role, passwordHash } = before;
  await requireAnother(before).catch(async (error: unknown) => {
    await operators.updateOne(
      { _id: before._id },
      { $set: { role, passwordHash }, $unset: { disabledAt: '' }, $inc: { sessionsEnded: -ended } },
    );
    throw error;
  });
  return after;
}
