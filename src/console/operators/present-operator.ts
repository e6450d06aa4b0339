import { isoOrNull } from '../../time.js';
import type { OperatorRecord } from './operator.model.js';

/** What may be shown of an operator. */
export const presentOperator = ({ _id, email, role, createdAt, disabledAt }: OperatorRecord) => ({
  id: _id,
  email,
  role,
  created_at: createdAt.toISOString(),
  disabled_at: isoOrNull(disabledAt),
});

/** What the audit trail says of a change: that there is a new password, never which. */
export const presentChange = ({ role, password }: { role?: string; password?: string }) => ({
  ...(role && { role }),
  ...(password && { password: 'changed' }),
});
