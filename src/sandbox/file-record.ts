import type { Charge } from './charge.js';
import type { DisputeRecord } from './disputes/dispute.js';
import type { OrderRecord } from './orders/order.js';
import type { RefundRecord } from './refunds/refund.js';

/** Whatever the gateway keeps on file, by its key. Only a charge has no kind. */
export type FileRecord = Charge | OrderRecord | RefundRecord | DisputeRecord;
