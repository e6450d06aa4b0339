import { asciiEmail, type Payer } from '../payer.js';
import type { Fields } from './form.js';

/** Who pays, as Stripe is told. Of debits it wants the address for mail, and from outside the EEA the other one as well. */
export const billingDetails = (name: string, { email, billing }: Payer): Fields => ({
  name,
  email: asciiEmail(email),
  ...(billing && {
    address: {
      country: billing.country,
      line1: billing.address,
      city: billing.city,
      postal_code: billing.postalCode,
    },
  }),
});
