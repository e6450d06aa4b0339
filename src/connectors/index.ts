import { adyen } from './adyen/index.js';
import { bkash } from './bkash/index.js';
import { cashfree } from './cashfree/index.js';
import type { Gateway } from './gateway.js';
import { nagad } from './nagad/index.js';
import { sandbox } from './sandbox/index.js';
import { stripe } from './stripe/index.js';

/** Every gateway that Tollgate speaks to, by its name in accounts. A new one is a folder beside this file and a line here. */
export const GATEWAYS: ReadonlyMap<string, Gateway> = new Map<string, Gateway>([
  ['sandbox', sandbox],
  ['stripe', stripe],
  ['cashfree', cashfree],
  ['bkash', bkash],
  ['nagad', nagad],
  ['adyen', adyen],
]);
