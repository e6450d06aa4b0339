import type { DiscrepancyKind } from '../../reconciliation/discrepancy.model.js';
import type { presentDiscrepancy } from '../../reconciliation/present-discrepancy.js';
import type { Origin } from './take-over.js';

type Difference = ReturnType<typeof presentDiscrepancy>;

/** What happened, and what an operator does about it, in order. */
interface Advice {
  what: string;
  todo: string[];
}

/** Money that came for an attempt after which the payment went on: the customer paid what had been closed. */
const isForEarlierAttempt = ({ attempt, theirs }: Difference): boolean =>
  theirs !== null && attempt !== null && attempt.no < attempt.of;

const byReference = ({ theirs }: Difference): string =>
  `by its reference ${theirs?.reference ?? ''}, and no other one.`;

const payBack = (difference: Difference): string => `Pay this movement back at the gateway, ${byReference(difference)}`;

const takeBack = (difference: Difference): string =>
  `have the gateway take this movement back, ${byReference(difference)}`;

const LOOK_AT_REFUNDS =
  'Look at the payment’s refunds: one that is pending is asked about by its key, and will be known by itself.';

function refundMade({ merchant_id }: Difference, origin: Origin): string {
  if (merchant_id === null) return 'The gateway gave money back for a payment that we do not have.';
  return origin === 'made_late'
    ? 'A refund of ours had failed, and the gateway gave the money back after all.'
    : 'The gateway gave money back; we know of no refund of ours that succeeded with it.';
}

const ADVICE: Record<DiscrepancyKind, (difference: Difference, origin: Origin) => Advice> = {
  not_succeeded_here(difference) {
    if (difference.merchant_id === null)
      return {
        what: 'The gateway moved money for a payment that we do not have.',
        todo: [
          'Were we restored from an older backup? Then the merchant may send the same identifier again: it meets the same key and is not charged twice.',
          `Else: ${payBack(difference)}`,
        ],
      };
    if (isForEarlierAttempt(difference))
      return {
        what: `The customer paid for attempt ${difference.attempt?.no} of ${difference.attempt?.of} after it was closed, and our payment did not succeed by a later one either.`,
        todo: [
          'Ask the merchant whether the goods are still wanted: the merchant was told that the payment did not succeed, and hears nothing else from us.',
          `If they are not: ${payBack(difference)}`,
          'If they are: the money is the merchant’s, but no settlement report holds it; settle it by hand.',
        ],
      };
    return {
      what: 'The gateway moved money; our payment did not succeed.',
      todo: [
        'Look at the payment: when a review of it waits, decide that first. An accepted one succeeds, and the merchant is told.',
        'With no review, the money came after the window for late money or after the gateway had said no: ask the merchant whether to deliver.',
        `If not: ${payBack(difference)}`,
      ],
    };
  },
  charged_twice: (difference) => ({
    what: isForEarlierAttempt(difference)
      ? `The customer paid twice: once for attempt ${difference.attempt?.no} of ${difference.attempt?.of}, which had been closed, and once for the attempt that our payment counts.`
      : 'More money moved than the one movement that our payment counts.',
    todo: [payBack(difference), 'The merchant has been told of one payment, which stays as it is.'],
  }),
  amount_differs({ theirs }) {
    const wentBack = theirs !== null && theirs.amount < 0;
    return {
      what: wentBack
        ? 'Another amount or currency went back than our refund or dispute is over.'
        : 'Another amount or currency moved than our payment is over.',
      todo: [
        wentBack
          ? 'More went back: settle it with the merchant. Less went back: see that the customer gets the rest.'
          : 'More came: pay the rest back at the gateway. Less came: settle it with the customer and the merchant.',
        'The settlement report holds our amount: correct the merchant’s settlement by hand.',
      ],
    };
  },
  refund_not_here: (difference, origin) => ({
    what: refundMade(difference, origin),
    todo: {
      foreign: [
        LOOK_AT_REFUNDS,
        'Was it paid back for another difference of this payment: money that came twice, too much or too late? Then mark this one as resolved: taken over, it would be taken from the merchant.',
        'Else it was given back in the gateway’s own dashboard. Take it over: then it counts in the payment and in the settlement report, and the merchant is told.',
      ],
      made_late: [
        `Was it made good by another refund meanwhile? Then the customer has it twice: ${takeBack(difference)}`,
        'Else take it over: then it counts in the payment and in the settlement report, and the merchant, who was told that it failed, is told.',
      ],
      unpaid: [
        'Look at the payment: when a review of its money waits, decide that first. What came is refunded from then on, and this can be taken over.',
        'Else nothing has come that it could be a refund of. Was it paid back for another difference of this payment: money that came too late, or in another currency? Then mark this one as resolved.',
        'Was it not? Then ask the gateway, by its reference, what it gave back and why.',
      ],
      ours: [LOOK_AT_REFUNDS, `A refund of ours that has succeeded already went back twice: ${takeBack(difference)}`],
    }[origin],
  }),
  refund_not_there: () => ({
    what: 'A refund of ours succeeded; the gateway gave nothing back.',
    todo: [
      'Ask the gateway by its key: it may have taken the refund back, or keep it in another list.',
      'The customer has not got the money. Pay it back at the gateway, and nothing twice.',
    ],
  }),
  dispute_not_here: (difference) => ({
    what:
      difference.merchant_id === null
        ? 'The gateway lost a dispute over a payment that we do not have.'
        : 'The gateway gave money back by a dispute; our payment has no such dispute that is lost.',
    todo: [
      'Look at the dispute at the gateway, by its reference: the gateway is asked about it again when it calls back.',
      'Tell the merchant, whose settlement report does not hold it.',
    ],
  }),
  dispute_not_there: () => ({
    what: 'A dispute is lost here; the gateway took nothing.',
    todo: [
      'Look at the dispute at the gateway, by its reference: it may have been won in a later round.',
      'The settlement report holds it: correct the merchant’s settlement by hand.',
    ],
  }),
  not_charged_there: () => ({
    what: 'Our payment succeeded; the gateway moved nothing.',
    todo: [
      'Look at the payment: was a proof accepted? Then find the money in the bank account that the proof names.',
      'Else ask the gateway by its key, and tell the merchant before anything is settled: the settlement report holds this payment.',
    ],
  }),
};

/** What a difference means and what to do about it. */
export const adviceOn = (difference: Difference, origin: Origin): Advice => ADVICE[difference.kind](difference, origin);
