import type { Payer } from '../payer.js';
import type { Fields } from './form.js';

/** Who pays, as Stripe is told. Of debits from outside the EEA it wants the address as well. */
export const billingDetails = (name: string, { email, billing }: Payer): Fields => ({
  name,
  email,
  ...(billing && {
    address: {
      country: billing.country,
      line1: billing.address,
      city: billing.city,
      postal_code: billing.postalCode,
    },
  }),
});
