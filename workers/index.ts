import type { JobName } from '../src/jobs.js';
import type { Processor } from '../src/queue.js';
import { cardAuthorization } from './card-authorization.js';
import { ipnDelivery } from './ipn-delivery.js';
import { reconciliation } from './reconciliation.js';
import { threeDsResolution } from './three-ds-resolution.js';

/** Who does what. A job without a worker does not compile. */
export const workers = {
  'card-authorization': cardAuthorization,
  'three-ds-resolution': threeDsResolution,
  reconciliation,
  'ipn-delivery': ipnDelivery,
} satisfies Record<JobName, Processor>;
