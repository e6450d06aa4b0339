import { LANGUAGES, type Language } from '../language/language.js';
import { kindOf } from '../payments/kind-of.js';
import type { PaymentRecord } from '../payments/payment.model.js';

/** Why a payment was not made, as its customer reads it: no bank and no card where none took part. */
export function reasonText(payment: Pick<PaymentRecord, 'reason' | 'method'>, language: Language): string | undefined {
  const { reasons, withoutCard } = LANGUAGES[language].declined;
  if (!payment.reason) return undefined;
  return (kindOf(payment) === 'card' ? undefined : withoutCard[payment.reason]) ?? reasons[payment.reason];
}
