import { disputeFields } from '../../disputes/dispute-schema.js';
import { flag, orNull, text, time, uuid } from '../../openapi/schema-parts.js';

/** What presentInFull() gives. */
export const dispute = {
  ...disputeFields,
  closed_at: { ...orNull(time), description: 'When we heard that it was closed' },
  trx: uuid,
  identifier: text,
  merchant_id: text,
  account: { ...text, description: 'The gateway account where it is answered' },
  test: flag,
};
