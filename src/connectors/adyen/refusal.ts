import type { DeclineReason } from '../card.js';

/** Adyen's refusal reasons: code, and the text that webhooks carry in its place (docs: refusal reasons). */
const REASONS: [code: string, text: string, reason?: DeclineReason][] = [
  ['2', 'Refused'],
  ['3', 'Referral'],
  ['4', 'Acquirer Error', 'gateway_error'],
  ['5', 'Blocked Card'],
  ['6', 'Expired Card', 'expired_card'],
  ['7', 'Invalid Amount'],
  ['8', 'Invalid Card Number'],
  ['9', 'Issuer Unavailable', 'gateway_error'],
  ['10', 'Not supported'],
  ['11', '3D Not Authenticated', 'authentication_failed'],
  ['12', 'Not enough balance', 'insufficient_funds'],
  ['14', 'Acquirer Fraud'],
  ['15', 'Cancelled'],
  ['16', 'Shopper Cancelled', 'authentication_cancelled'],
  ['17', 'Invalid Pin'],
  ['18', 'Pin tries exceeded'],
  ['19', 'Pin validation not possible'],
  ['20', 'FRAUD'],
  ['21', 'Not Submitted'],
  ['22', 'FRAUD-CANCELLED'],
  ['23', 'Transaction Not Permitted'],
  ['24', 'CVC Declined', 'incorrect_cvv'],
  ['25', 'Restricted Card'],
  ['26', 'Revocation Of Auth'],
  ['27', 'Declined Non Generic'],
  ['28', 'Withdrawal amount exceeded'],
  ['29', 'Withdrawal count exceeded'],
  ['31', 'Issuer Suspected Fraud'],
  ['32', 'AVS Declined'],
  ['38', 'Authentication required', 'authentication_failed'],
  ['39', 'RReq not received from DS', 'authentication_failed'],
  ['42', '3DS Authentication Error', 'authentication_failed'],
  ['46', 'Transaction blocked by Adyen to prevent excessive retry fees', 'gateway_error'],
];

const BY_CODE = new Map(REASONS.map(([code, , reason]) => [code, reason]));
const BY_TEXT = new Map([
  ...REASONS.map(([code, text]): [string, string] => [text.toLowerCase(), code]),
  ['3d-secure: authentication failed', '11'], // as it was named before
]);

/** Adyen's code of a refusal; its text where it has none, as far as it is words, and no number that could be a card's. */
export function codeOf({ refusalReasonCode, refusalReason = '' }: Refused): string {
  if (refusalReasonCode) return refusalReasonCode;
  const word = refusalReason.replace(/[^\w .:'/-]|\d{4,}/g, '').slice(0, 100);
  return BY_TEXT.get(refusalReason.trim().toLowerCase()) ?? (word || 'unknown');
}

/** What Adyen says of a refusal: in answers the code and the text, in webhooks the text alone. */
export interface Refused {
  refusalReasonCode?: string;
  refusalReason?: string;
}

/**
 * Why a payment was refused, in our words and in Adyen's. Lost, stolen and suspected cards are no different from any
 * other no: who asks may be the thief. A code that is not in the list is `do_not_honor`.
 */
export function refusalOf(refused: Refused): { reason: DeclineReason; gatewayCode: string } {
  const gatewayCode = codeOf(refused);
  return { reason: BY_CODE.get(gatewayCode) ?? 'do_not_honor', gatewayCode };
}
