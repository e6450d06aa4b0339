import type { Payer } from '../connectors/payer.js';
import { keyedHash } from '../crypto/keyed.js';
import { isCountry } from '../validation/fields.js';
import type { PaymentRecord } from './payment.model.js';

/** One customer of one merchant is known by their address for mail, in any case. */
const idOf = ({ merchantId, customer }: PaymentRecord): string =>
  Buffer.from(keyedHash('customer', `${merchantId}|${customer.email.toLowerCase()}`), 'base64url')
    .toString('hex')
    .slice(0, 32);

/** Where the bill goes: the fields of a card call, or those of a hosted one, whose country is anybody's text. */
function billingOf({ billingAddress, billingInfo = {} }: PaymentRecord): Payer['billing'] {
  if (billingAddress) {
    const { postal_code: postalCode, ...billing } = billingAddress;
    return { ...billing, ...(postalCode !== undefined && { postalCode }) };
  }
  const { country, address_one: address, city, postcode: postalCode } = billingInfo;
  if (!isCountry(country)) return undefined;
  return {
    country,
    ...(address !== undefined && { address }),
    ...(city !== undefined && { city }),
    ...(postalCode !== undefined && { postalCode }),
  };
}

/** Who pays, as gateways may be told. */
export function payerOf(payment: PaymentRecord): Payer {
  const billing = billingOf(payment);
  return { id: idOf(payment), email: payment.customer.email, ...payment.browser, ...(billing && { billing }) };
}
