import { isoOrNull } from '../time.js';
import { toMajorAsNamed } from '../money/amounts.js';
import type { DifferenceRecord, Side } from './difference.model.js';

const presentSide = ({ amount, currency, at }: Side) => ({
  amount: toMajorAsNamed(amount, currency),
  currency,
  at: at.toISOString(),
});

/** A difference as operators see it. */
export const presentDifference = (difference: DifferenceRecord) => ({
  id: difference._id,
  gateway: difference.gateway,
  account: difference.account,
  day: difference.day,
  kind: difference.kind,
  trx: difference.trx,
  merchant_id: difference.merchantId,
  key: difference.key,
  attempt: difference.attempt ?? null, // absent in what was found by an earlier version
  theirs: difference.theirs && { ...presentSide(difference.theirs), reference: difference.theirs.reference },
  ours: difference.ours && presentSide(difference.ours),
  state: difference.state,
  found_at: difference.createdAt.toISOString(),
  resolved_at: isoOrNull(difference.resolvedAt),
  resolved_by: difference.resolvedBy ?? null,
  note: difference.note ?? null,
});
