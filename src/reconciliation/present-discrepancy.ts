import { isoOrNull } from '../time.js';
import { toMajorAsNamed } from '../money/amounts.js';
import type { DiscrepancyRecord, Side } from './discrepancy.model.js';

const presentSide = ({ amount, currency, at }: Side) => ({
  amount: toMajorAsNamed(amount, currency),
  currency,
  at: at.toISOString(),
});

/** A discrepancy as operators see it. */
export const presentDiscrepancy = (discrepancy: DiscrepancyRecord) => ({
  id: discrepancy._id,
  gateway: discrepancy.gateway,
  account: discrepancy.account,
  day: discrepancy.day,
  kind: discrepancy.kind,
  trx: discrepancy.trx,
  merchant_id: discrepancy.merchantId,
  key: discrepancy.key,
  attempt: discrepancy.attempt ?? null, // absent in what was found by an earlier version
  theirs: discrepancy.theirs && { ...presentSide(discrepancy.theirs), reference: discrepancy.theirs.reference },
  ours: discrepancy.ours && presentSide(discrepancy.ours),
  state: discrepancy.state,
  found_at: discrepancy.createdAt.toISOString(),
  resolved_at: isoOrNull(discrepancy.resolvedAt),
  resolved_by: discrepancy.resolvedBy ?? null,
  note: discrepancy.note ?? null,
});
