import { ApiError } from '../../src/errors.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { isFinal } from '../../src/payments/states.js';
import { postpone } from '../../src/payments/transition.js';
import { isUnderReview } from '../../src/payments/under-review.js';
import { addVersion } from '../../src/proofs/add-version.js';
import { decideReview, type ReviewDecision } from '../../src/proofs/decide-review.js';
import { readProof } from '../../src/proofs/read-proof.js';
import { confirmation } from '../../workers/async-outcome.js';
import { paymentStep, type Decide } from '../../workers/payment-step.js';
import { proofReview } from '../../workers/proof-review.js';
import { stored } from './a-local-payment.js';

/** Who takes part in a race; each comes back when its part is over, and a refusal is an end like any other. */
export type Racer = (payment: PaymentRecord) => Promise<unknown>;

const refusedOr = (error: unknown): unknown => {
  if (error instanceof ApiError) return error;
  throw error;
};

/** The job that owns the payment, woken again and again until there is nothing more for it to do. */
const job =
  (decide: Decide, isOver: (payment: PaymentRecord) => boolean): Racer =>
  async ({ _id }) => {
    const run = paymentStep('upi-confirmation', decide);
    for (let now = await stored(_id); !isOver(now); now = await stored(_id))
      await run({ id: _id, version: now.version });
  };

const paid = { outcome: 'paid', reference: 'bank-1', amount: 49900, currency: 'INR' } as const;

const isEnded = ({ status }: PaymentRecord): boolean => isFinal(status);

/** The gateway says that the money has come. */
export const confirm = job(async (payment) => ({ event: 'confirmed', changes: confirmation(payment, paid) }), isEnded);

/** The gateway is sure that nothing came, and the customer's time is over; whoever shows a proof is heard first. */
export const expire = job(
  async () => ({ event: 'timed_out', changes: { reason: 'expired' } }),
  (payment) => isEnded(payment) || isUnderReview(payment),
);

/** A look at the gateway that finds nothing: the version rises, and that is all. */
export const poll: Racer = async ({ _id }) => {
  for (let time = 0; time < 3; time++) {
    const payment = await stored(_id);
    if (!isFinal(payment.status)) await postpone(payment, new Date(Date.now() + 60_000));
  }
};

const decide =
  (verdict: Omit<ReviewDecision, 'by'>, by: string): Racer =>
  ({ _id }) =>
    decideReview(_id, 'proof', { ...verdict, by }).catch(refusedOr);
export const accept = (by: string) => decide({ decision: 'accept', amount: 49900 }, by);
export const reject = (by: string) => decide({ decision: 'reject', note: 'No such transfer' }, by);

/** The job of the proof, whose deadline has come. */
export const deadline: Racer = ({ _id, proof }) => proofReview({ id: _id, version: proof?.reviewVersion ?? 0 });

export const submit =
  (value: string): Racer =>
  async (payment) => {
    const handedIn = readProof(value);
    if (!handedIn) throw new Error(`"${value}" is no proof`);
    return addVersion(payment, handedIn).catch(refusedOr);
  };
