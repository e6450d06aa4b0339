import { bodyWith } from '../../../test/faults/mixed-run.js';
import { cancel, enterCode } from '../../../test/support/bank-customer.js';
import { disputed, refundsAtOnce, refundsOf, takenBack, type Afterwards } from '../afterwards.js';
import { customerWho } from '../gateways/customer.js';
import { andComesBack, AUTHENTICATED, CANCELLED, cardEnding, NOT_AUTHENTICATED, type Journey } from './journey.js';

const passes = customerWho('pays', enterCode);
const cancels = customerWho('cancels', cancel);

const card = (last4: string, ends: string[], customer?: Journey['customer']): Journey => ({
  path: '/h2h/initiate',
  body: (tollgate) => bodyWith(tollgate, cardEnding(last4)),
  // A gateway that never got the call, or a card that went with Redis: known not to be charged.
  ends: [...ends, 'failed gateway_error'],
  ...(customer && { customer }),
});

/** The same over 90 of another currency: perhaps at another gateway. */
const over90 = (currency: string, last4: string, journey: Journey): Journey => ({
  ...journey,
  body: (tollgate) => bodyWith(tollgate, cardEnding(last4), { amount: 90, currency }),
});

/** What comes after a card payment over 90 USD. */
const followed = (last4: string, afterwards: Afterwards): Journey => ({
  ...over90('USD', last4, card(last4, ['success'])),
  afterwards,
});

/** A card whose bank asks, at some gateways, for every payment. */
const inRupees = (afterwards?: Afterwards): Journey => ({
  ...over90('INR', '4242', card('4242', AUTHENTICATED, andComesBack(passes))),
  ...(afterwards && { afterwards }),
});

/** Cards that the merchant has taken. */
export const CARD_JOURNEYS: Record<string, Journey> = {
  'card, approved': card('4242', ['success']),
  'card, in pounds': over90('GBP', '4242', card('4242', ['success'])),
  'card, in pounds, declined': over90('GBP', '0002', card('0002', ['failed do_not_honor'])),
  'card, in pounds, charged while the gateway hangs': over90('GBP', '0770', card('0770', ['success'])),
  'card, in pounds, declined while the gateway hangs': over90('GBP', '0887', card('0887', ['failed do_not_honor'])),
  'challenge, in pounds, passed': over90('GBP', '3220', card('3220', AUTHENTICATED, andComesBack(passes))),
  'challenge, in pounds, passed by a customer who goes away': over90(
    'GBP',
    '3220',
    card('3220', AUTHENTICATED, passes),
  ),
  'challenge, in pounds, cancelled': over90('GBP', '3220', card('3220', CANCELLED, andComesBack(cancels))),
  'card, in pounds, refunded in parts': over90('GBP', '4242', followed('4242', refundsOf(20, 30, undefined))),
  'card, in pounds, five refunds of a third at once': over90('GBP', '4242', followed('4242', refundsAtOnce(5, 30))),
  'card, in pounds, refunded while the gateway hangs': over90(
    'GBP',
    '4242',
    followed('4242', refundsOf(10.77, undefined)),
  ),
  'card, in rupees': inRupees(),
  'card, in rupees, refunded in parts': inRupees(refundsOf(20, undefined)),
  'card, declined': card('0002', ['failed do_not_honor']),
  'card, processing error': card('0119', []),
  'card, charged while the gateway hangs': card('0770', ['success']),
  'card, declined while the gateway hangs': card('0887', ['failed do_not_honor']),
  'challenge, passed': card('3220', AUTHENTICATED, andComesBack(passes)),
  'challenge, passed by a customer who goes away': card('3220', AUTHENTICATED, passes),
  'challenge, cancelled': card('3220', CANCELLED, cancels),
  'challenge, left alone': card('3220', [NOT_AUTHENTICATED]),
  'card, refunded whole': followed('4242', refundsOf(undefined)),
  'card, refunded in parts': followed('4242', refundsOf(20, 30, undefined)),
  'card, five refunds of a third at once': followed('4242', refundsAtOnce(5, 30)),
  'card, refund refused': followed('4242', refundsOf(10.55, 20)),
  'card, refund under way for some time': followed('4242', refundsOf(10.66, undefined)),
  'card, refunded while the gateway hangs': followed('4242', refundsOf(10.77, undefined)),
  'card, refund refused while the gateway hangs': followed('4242', refundsOf(10.88, undefined)),
  'card, refund taken back': followed('4242', takenBack(40)),
  'card, disputed and won': followed('0259', disputed('dispute_won', 20)),
  'card, disputed and lost': followed('0259', disputed('dispute_lost', 20)),
  'card, charged while the gateway hangs, and refunded': followed('0770', refundsOf(undefined)),
};
