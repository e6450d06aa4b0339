import type { CardNumberAndCode, DeclineReason } from '../card.js';
import type { Failure } from './failure.js';

/** A card as Cashfree takes it, with the channel that leads to a bank's page. */
export const methodOf = ({ number, cvv, expiryMonth, expiryYear, holder }: CardNumberAndCode) => ({
  card: {
    channel: 'link',
    card_number: number,
    card_holder_name: holder,
    card_expiry_mm: String(expiryMonth).padStart(2, '0'),
    card_expiry_yy: String(expiryYear % 100).padStart(2, '0'),
    card_cvv: cvv,
  },
});

/** What Cashfree finds wrong with a card itself, by the field that its code names. */
const FAULTS: readonly [RegExp, DeclineReason][] = [
  [/card_number/, 'do_not_honor'],
  [/card_expiry/, 'expired_card'],
  [/card_cvv/, 'incorrect_cvv'],
];

/** Why a card is none that Cashfree takes; undefined when that is not what it says. */
export const faultOf = ({ code }: Failure): DeclineReason | undefined =>
  FAULTS.find(([field]) => field.test(code))?.[1];
