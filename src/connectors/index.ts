import { bkash } from './bkash/index.js';
import { cashfree } from './cashfree/index.js';
import type { Gateway } from './gateway.js';
import { sandbox } from './sandbox/index.js';
import { stripe } from './stripe/index.js';

/** The one list of gateways, by the names that accounts call them. Another gateway is one more line. */
export const GATEWAYS: ReadonlyMap<string, Gateway> = new Map<string, Gateway>([
  ['sandbox', sandbox],
  ['stripe', stripe],
  ['cashfree', cashfree],
  ['bkash', bkash],
]);
