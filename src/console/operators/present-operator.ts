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
