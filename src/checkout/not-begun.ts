import type { Request } from 'express';
import type { HostedPayment } from '../payments/hosted-payment.js';

// A form that came to nothing, since a store was away, leads back to the form. There the customer is told so: an empty form
// alone leaves open whether money was taken.

const PARAMETER = 'not-begun';

/** The address of the page that says that the form was not taken. @param url one with a query */
export const asNotBegun = (url: string): string => `${url}&${PARAMETER}=1`;

/**
 * Whether to say that no money was taken. An address proves nothing, so only of a payment that nobody has ever tried:
 * where somebody did, the page tells what came of that.
 */
export const isNotBegun = ({ query }: Request, { attempts }: HostedPayment): boolean =>
  query[PARAMETER] === '1' && attempts.length === 0;
