import { inUtc } from '../../time.js';
import { isChallengeOpen, isWorkedOn } from '../../payments/news.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { REFUND_STATES } from '../../payments/refund-states.js';
import { awaitsMoney, isFinal, stateOf } from '../../payments/states.js';
import { isAskedOfPerson, isHeld, openMoney } from '../../payments/under-review.js';
import type { Proof } from '../../payments/proof.js';

/** Whether what they have paid goes before a person: no time is over then, and nothing is asked of them any more. */
const hasPaidAmiss = (payment: PaymentRecord): boolean =>
  awaitsMoney(payment.status) && openMoney(payment) !== undefined && !isAskedOfPerson(payment);

/** When a payment that its customer has to end will end by itself. An order that was given up may have left its own end. */
export function expiryOf(payment: PaymentRecord): Date | undefined {
  const { status, checkout, local, threeDs } = payment;
  if (isFinal(status) || hasPaidAmiss(payment)) return undefined;
  if (status === 'challenged') return isChallengeOpen(payment) ? threeDs?.expiresAt : undefined;
  return status === 'checkout_open' ? checkout?.expiresAt : (local?.expiresAt ?? checkout?.expiresAt);
}

/** Since when the customer's time is over while nobody judges the payment: only the gateway's word ends it then. */
function overSince(payment: PaymentRecord): Date | undefined {
  const { local } = payment;
  return awaitsMoney(payment.status) && !isHeld(payment) && local && local.expiresAt <= new Date()
    ? local.expiresAt
    : undefined;
}

/** Beside money that is under review, a proof outlives its deadline. */
const howLong = ({ overdue, deadline, next }: Proof): string =>
  next ? `${overdue ? ', overdue,' : ''} until ${inUtc(deadline)}` : ', overdue';

/** What only a person can end, and what happens without one. */
function waitsForPerson(payment: PaymentRecord): string[] {
  const { proof } = payment;
  const money = openMoney(payment);
  return [
    ...(money
      ? [
          `An operator must ${isAskedOfPerson(payment) ? 'look it up at the gateway' : `judge the money that came (${money.kind})`}.`,
        ]
      : []),
    ...(proof?.status === 'pending' ? [`A proof is under review${howLong(proof)}.`] : []),
  ];
}

/** What of the money of a success is still open; the refund and the dispute themselves say more. */
const waitsForMoney = ({ refunds = [], disputes = [] }: PaymentRecord): string[] => [
  ...(refunds.some(({ status }) => REFUND_STATES[status].public === 'pending') ? ['A refund is on its way.'] : []),
  ...(disputes.some(({ state }) => state === 'open') ? ['A dispute is open.'] : []),
];

/** What a challenge waits for whose customer has come back. */
const WORKED_ON = 'the gateway, which works on what the customer came back with';

/** Whom a payment waits for but a person; undefined when nobody else can end it. */
function waitsForWhom(payment: PaymentRecord): string | undefined {
  if (hasPaidAmiss(payment)) return undefined;
  if (payment.status !== 'challenged' || isChallengeOpen(payment)) return stateOf(payment.status).waitsFor;
  return isWorkedOn(payment) ? WORKED_ON : undefined;
}

/**
 * Where a payment stands, for people: what it waits for, which job looks next and when, and when it ends by itself. Null
 * when it waits for nothing any more.
 */
export function waitsFor(payment: PaymentRecord): string | null {
  const { status, next } = payment;
  const about = waitsForWhom(payment);
  const expiry = expiryOf(payment);
  const over = overSince(payment);
  const waits = !over && (next ?? !isFinal(status));
  const sentences = [
    ...(over ? [`Its time was over at ${inUtc(over)}, and the gateway has not said what became of it.`] : []),
    ...(about && waits ? [`Waits for ${about}.`] : []),
    ...(next ? [`Next look by ${next.job} at ${inUtc(next.at)}.`] : []),
    ...(expiry && !over ? [`Expires at ${inUtc(expiry)}.`] : []),
    ...waitsForPerson(payment),
    ...waitsForMoney(payment),
  ];
  return sentences.length > 0 ? sentences.join(' ') : null;
}
