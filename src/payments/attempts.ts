import type { Trace } from '../trace.js';
import type { Attempt, PaymentRecord } from './payment.model.js';

/** The attempt that is going on: there is one from the first moment of a payment that talks to a gateway. */
export function currentAttempt({ _id, attempts }: Pick<PaymentRecord, '_id' | 'attempts'>): Attempt {
  const attempt = attempts.at(-1);
  if (!attempt) throw new Error(`Payment ${_id} has no attempt at a gateway`);
  return attempt;
}

/** What a connector's call for the current attempt ends with: the attempt's key and the payment's trace. */
export const gatewayCall = (payment: PaymentRecord): [key: string, trace: Trace | undefined] => [
  currentAttempt(payment).key,
  payment.trace,
];

/** A new attempt; its key goes to the gateway with every repetition of the call. */
export const newAttempt = (trx: string, no: number): Attempt => ({ no, key: `${trx}-${no}`, startedAt: new Date() });

/** The attempts, with what the gateway answered to the current one. */
export function answered(
  payment: PaymentRecord,
  answer: Pick<Attempt, 'outcome' | 'reference' | 'gatewayCode'>,
): Attempt[] {
  return [...payment.attempts.slice(0, -1), { ...currentAttempt(payment), ...answer, answeredAt: new Date() }];
}
