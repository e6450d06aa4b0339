import { randomUUID } from 'node:crypto';
import { cardForm, formTokenIn, hostedBody } from '../../test/checkout/shopper.js';
import { ask } from '../../test/support/ask.js';
import { cancel, enterCode } from '../../test/support/bank-customer.js';
import type { Tollgate } from '../../test/support/tollgate.js';
import { bodyWith, CARDS } from '../../test/faults/mixed-run.js';
import { PAYER } from '../../test/support/local-order.js';
import { customerWho, type Customer } from './gateways/customer.js';
import type { Addresses } from './gateways/gateway.js';
import { disputed, refundsAtOnce, refundsOf, takenBack, type Afterwards } from './afterwards.js';
import type { SecretCard } from '../../test/faults/card-traces.js';

/** One way to pay: what the merchant sends, what the customer does, and which ends are right whatever fails meanwhile. */
export interface Journey {
  path: '/h2h/initiate' | '/payment/initiate';
  body: (tollgate: Tollgate) => Record<string, unknown> & { identifier: string };
  /** What the customer does at what the answer leads to: an address, or a link of UPI. */
  customer?: (what: string, addresses: Addresses) => Promise<unknown>;
  /** Whether the sandbox's customer pays after the close, even an order that nobody was shown. */
  paysUnseen?: true;
  /** What happens once it has succeeded. */
  afterwards?: Afterwards;
  /** Public status and reason, or `under review`. */
  ends: string[];
}

const cardEnding = (last4: string): SecretCard => {
  const card = CARDS.find(({ number }) => number.endsWith(last4));
  if (!card) throw new Error(`A mixed run has no card …${last4}`);
  return card;
};

const passes = customerWho('pays', enterCode);
const cancels = customerWho('cancels', cancel);

const comeBack = async (url: string | null) => url !== null && ask(url, { method: 'GET' });

const andComesBack =
  (customer: Customer): Customer =>
  async (what, addresses) => {
    const url = await customer(what, addresses);
    await comeBack(url);
    return url;
  };

const card = (last4: string, ends: string[], customer?: Journey['customer']): Journey => ({
  path: '/h2h/initiate',
  body: (tollgate) => bodyWith(tollgate, cardEnding(last4)),
  // A gateway that never got the call, or a card that went with Redis: known not to be charged.
  ends: [...ends, 'failed gateway_error'],
  ...(customer && { customer }),
});

/** What comes after a card payment over 90 USD. */
const followed = (last4: string, afterwards: Afterwards): Journey => ({
  ...card(last4, ['success']),
  body: (tollgate) => bodyWith(tollgate, cardEnding(last4), { amount: 90, currency: 'USD' }),
  afterwards,
});

const local = (currency: 'INR' | 'BDT', amount: number, ends: string[]): Journey => ({
  path: '/h2h/initiate',
  body: (tollgate) => ({
    public_key: tollgate.merchant.public_key,
    amount,
    currency,
    payment_method_type: 'local',
    customer: {
      ...PAYER,
      ...(currency === 'INR'
        ? { mobile: '+919876543210' }
        : { mobile: '+8801712345678', payment_method_code: 'BKASH' }),
    },
    details: 'Tea',
    identifier: `order-${randomUUID()}`,
    ipn_url: tollgate.receiver.url,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    site_name: 'Blue Tea Shop',
  }),
  ends: [...ends, NOT_OPENED],
});

const post = (url: string, fields: Record<string, string>) =>
  ask(url, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

/** Opens our page and sends its form once, when it shows one. */
const payOnPage =
  (fields: Record<string, string>) =>
  async (url: string): Promise<void> => {
    const form = formTokenIn((await ask(url, { method: 'GET' })).text);
    if (form) await post(url, { form, action: 'pay', ...fields });
  };

const pageCard = (): Record<string, string> => {
  const { number, cvv, holder } = cardEnding('4242');
  return cardForm(number, { cvv, holder });
};

/** What an order of a local method comes to when its customer's doing was not heard of in time. */
const EXPIRED = 'cancelled expired';
/** What becomes of an order whose opening nobody saw the end of. */
const NOT_OPENED = 'abandoned';
const LATE = 'success late_confirmation';
const NOT_AUTHENTICATED = 'failed authentication_timeout';
/** What a customer who cancels comes to at a page that has no button for it. */
const NOT_PASSED = 'failed authentication_failed';

export const JOURNEYS: Record<string, Journey> = {
  'card, approved': card('4242', ['success']),
  'card, in pounds': {
    ...card('4242', ['success']),
    body: (tollgate) => bodyWith(tollgate, cardEnding('4242'), { amount: 90, currency: 'GBP' }),
  },
  'card, declined': card('0002', ['failed do_not_honor']),
  'card, processing error': card('0119', []),
  'card, charged while the gateway hangs': card('0770', ['success']),
  'card, declined while the gateway hangs': card('0887', ['failed do_not_honor']),
  'challenge, passed': card('3220', ['success', NOT_AUTHENTICATED], andComesBack(passes)),
  'challenge, passed by a customer who goes away': card('3220', ['success', NOT_AUTHENTICATED], passes),
  'challenge, cancelled': card('3220', ['failed authentication_cancelled', NOT_PASSED, NOT_AUTHENTICATED], cancels),
  'challenge, left alone': card('3220', [NOT_AUTHENTICATED]),
  'UPI, paid': local('INR', 100, ['success', LATE, EXPIRED]),
  'UPI, a round sum': local('INR', 5000, ['success', LATE, EXPIRED]),
  'UPI, refused': local('INR', 100.22, ['failed do_not_honor', EXPIRED]),
  'UPI, never paid': local('INR', 100.11, [EXPIRED]),
  // Not late for us when the time was over and nobody had been able to say so yet.
  'UPI, paid late': { ...local('INR', 100.33, [LATE, 'success']), paysUnseen: true },
  'UPI, paid too little': local('INR', 100.44, ['under review', EXPIRED]),
  'wallet, paid': local('BDT', 100, ['success', LATE, EXPIRED]),
  'wallet, cancelled': local('BDT', 100.66, ['cancelled cancelled_by_customer', EXPIRED]),
  'hosted page, paid by card': {
    path: '/payment/initiate',
    body: hostedBody,
    customer: payOnPage(pageCard()),
    ends: ['success', 'cancelled session_expired', 'failed gateway_error'],
  },
  'hosted page, paid by UPI': {
    path: '/payment/initiate',
    body: (tollgate) =>
      hostedBody(tollgate, { amount: 100, currency: 'INR', customer: { ...PAYER, mobile: '+919876543210' } }),
    customer: payOnPage({ method: 'upi' }),
    ends: ['success', LATE, EXPIRED, 'cancelled session_expired', 'failed gateway_error'],
  },
  'hosted page, paid by direct debit': {
    path: '/payment/initiate',
    body: (tollgate) => hostedBody(tollgate, { payment_method_type: 'card_and_sepa' }),
    customer: payOnPage({ method: 'sepa', iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' }),
    ends: ['success', 'cancelled session_expired', 'failed gateway_error'],
  },
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
  'UPI, paid and refunded': { ...local('INR', 100, ['success', LATE, EXPIRED]), afterwards: refundsOf(40, undefined) },
  'hosted page, left alone': {
    path: '/payment/initiate',
    body: hostedBody,
    ends: ['cancelled session_expired'],
  },
};
