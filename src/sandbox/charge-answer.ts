import { config } from '../../config/index.js';
import type { Challenged, Charge } from './charge.js';

/** Where the customer meets the bank: a page with an address of its own, or one that a form is posted to. */
const challengePage = ({ challenge: { token }, behaviours }: Challenged) =>
  behaviours?.includes('forms')
    ? { challenge_url: `${config.sandbox.url}/3ds`, challenge_form: { token } }
    : { challenge_url: `${config.sandbox.url}/3ds/${token}` };

/** A charge in the words of the payment API. Amounts are minor units. */
export function presentCharge(charge: Charge) {
  if (charge.status === 'closed') return { idempotency_key: charge.key, status: charge.status };
  const { key, id, status, reference, amount, currency, network, last4 } = charge;
  return {
    idempotency_key: key,
    id,
    status,
    reference,
    amount,
    currency,
    card: { network, last4 },
    ...(charge.status === 'declined' && { decline_code: charge.code }),
    ...(charge.status === 'challenge_required' && challengePage(charge)),
  };
}
