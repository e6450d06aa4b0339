import type { About } from '../connectors/about.js';
import { kindOf } from './kind-of.js';
import { maskCards } from '../telemetry/mask-cards.js';
import { openedAs } from './opened-as.js';
import type { PaymentRecord } from './payment.model.js';
import type { Attempt } from './payment-parts.js';

/** The latest attempt. @throws for a hosted payment whose customer has chosen no method yet: it has none */
export function currentAttempt({ _id, attempts }: Pick<PaymentRecord, '_id' | 'attempts'>): Attempt {
  const attempt = attempts.at(-1);
  if (!attempt) throw new Error(`Payment ${_id} has no attempt at a gateway`);
  return attempt;
}

/** What of a payment says what a call is about. Whoever has no more knows neither its trace nor a local order's id. */
export type Asked = Pick<PaymentRecord, '_id' | 'amounts' | 'attempts'> &
  Partial<Pick<PaymentRecord, 'method' | 'trace' | 'local' | 'review'>>;

/**
 * What the calls to a gateway for the current attempt are about. A hosted payment whose customer has gone on to a card may
 * still hold an earlier order, which the gateway of the card must not be asked about.
 */
export function aboutAttempt(payment: Asked): About {
  const { key, startedAt: since, reference: answered } = currentAttempt(payment);
  const { _id: trx, amounts, trace, method = null } = payment;
  const local = kindOf({ method }) === 'card' ? undefined : payment.local;
  const opened = local && openedAs(local);
  const reference = answered ?? opened?.reference;
  const { gross: amount, currency } = amounts;
  const returnSignature = opened?.returnSignature;
  return {
    key,
    trx,
    amount,
    currency,
    since,
    ...(reference !== undefined && { reference }),
    ...(returnSignature !== undefined && { returnSignature }),
    ...(trace && { trace }),
  };
}

/** A new attempt. Its key goes to the gateway with the call and every repetition of it. */
export const newAttempt = (trx: string, no: number, account: string): Attempt => ({
  no,
  key: `${trx}-${no}`,
  account,
  startedAt: new Date(),
});

/** The attempts, with a change of the current one. */
export const withCurrent = (payment: PaymentRecord, change: Partial<Attempt>): Attempt[] => [
  ...payment.attempts.slice(0, -1),
  { ...currentAttempt(payment), ...change },
];

/**
 * The attempts, with what the gateway answered to the current one. A code is the gateway's own text: one that holds a
 * card's number is kept without it (PCI DSS 3.5).
 */
export function answered(
  payment: PaymentRecord,
  { gatewayCode, ...answer }: Pick<Attempt, 'outcome' | 'reference' | 'gatewayCode' | 'account' | 'passedOn'>,
): Attempt[] {
  const code = gatewayCode === undefined ? {} : { gatewayCode: maskCards(gatewayCode) };
  return withCurrent(payment, { ...answer, ...code, answeredAt: new Date() });
}
