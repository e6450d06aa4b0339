import type { ErrorCodeName } from './error-codes.js';
import type { SchemaName } from './schemas.js';

/** What a call is sent, and what it answers to that. */
export interface Form {
  takes: SchemaName;
  gives: SchemaName;
  /** Where a call has several, one for each method of payment: its name, and in CommonMark what to do with the answer. */
  method?: { name: string; about: string };
}

/** A call of the merchants' API as it is written down. What all calls have in common stands in openapi.ts. */
export interface CallDescription {
  id: string;
  path: string;
  tag: 'H2H' | 'Hosted page' | 'Sandbox';
  summary: string;
  /** CommonMark. */
  description: string;
  forms: Form[];
  /** Whether it takes an Idempotency-Key. */
  writes: boolean;
  /** Codes that not every call has. */
  refusals: ErrorCodeName[];
}

/** What is to be said of a call and of each of its methods, in CommonMark. */
export function describe({ description, forms }: CallDescription): string {
  const methods = forms.flatMap(({ method }) => method ?? []);
  const items = methods.map(({ name, about }) => `- **${name}**: ${about.replaceAll('\n', '\n  ')}`);
  return [description, ...(items.length > 0 ? [items.join('\n')] : [])].join('\n\n');
}

const INITIATE: ErrorCodeName[] = [
  'merchant_inactive',
  'method_not_enabled',
  'duplicate_identifier',
  'no_flow_available',
  'overloaded',
];

const REFUND: ErrorCodeName[] = [
  'merchant_inactive',
  'transaction_not_found',
  'duplicate_identifier',
  'payment_not_refundable',
  'payment_disputed',
  'refund_not_supported',
];

/** In the order of the reference. A test compares them with what is mounted. */
export const CALLS: CallDescription[] = [
  {
    id: 'initiatePayment',
    path: '/h2h/initiate',
    tag: 'H2H',
    summary: 'Start a payment on your own site',
    description: `By card, by UPI (INR) or by a wallet of Bangladesh (BDT): \`payment_method_type\` says which, and when it is
missing, a \`card\` object means card, INR means UPI and BDT a wallet.`,
    forms: [
      {
        takes: 'CardInitiateRequest',
        gives: 'CardInitiated',
        method: {
          name: 'Card',
          about: `the answer is the result. When \`requires_3ds\` is true, send the customer to \`redirect_url\`; the result comes
by notification. A declined card is a 200 with \`payment_status\` \`failed\` and a \`reason\`. When the gateway has not
answered in time, the payment is \`pending\` until it is known.`,
        },
      },
      {
        takes: 'UpiInitiateRequest',
        gives: 'UpiInitiated',
        method: {
          name: 'UPI',
          about: `show \`qr_code\`, or open a link of \`paymentlinks\` on a phone. 1.00 to 100,000.00 INR unless gateway or merchant
ask for more or less.`,
        },
      },
      {
        takes: 'WalletInitiateRequest',
        gives: 'WalletInitiated',
        method: { name: 'Wallet', about: `send the customer to \`payment_url\`. 10.00 to 50,000.00 BDT.` },
      },
    ],
    writes: true,
    refusals: [...INITIATE, 'gateway_unavailable'],
  },
  {
    id: 'getPaymentStatus',
    path: '/h2h/status',
    tag: 'H2H',
    summary: 'Ask where a payment stands',
    description: `Of any method, by \`trx\`, or by \`identifier\` when the answer with the trx was lost. Notifications come by
themselves; ask right after initiation, and as a fallback: a card in 3-D Secure every 5 to 10 s, UPI and wallets every 10
to 15 s, 30 to 60 s while a proof is under review. Stop at \`success\`, \`failed\` or \`cancelled\`.`,
    forms: [{ takes: 'PaymentQuery', gives: 'PaymentStatus' }],
    writes: false,
    refusals: ['transaction_not_found'],
  },
  {
    id: 'submitProof',
    path: '/h2h/confirm',
    tag: 'H2H',
    summary: 'Hand in a proof of payment',
    description: `For UPI and wallet payments that were not confirmed by themselves; wait about 60 s before you ask a customer
for one. A person reviews it, typically in 5 to 30 minutes, and the payment's own notification tells the result. The same
proof again while it is under review gets the same answer, another one is a new version, three at most.

Checked in this order: the fields, the account, the payment (unknown, a card's, ended), and only then what was sent: its
size, its form, how many there were.`,
    forms: [{ takes: 'ProofRequest', gives: 'ProofSubmitted' }],
    writes: true,
    refusals: [
      'merchant_inactive',
      'transaction_not_found',
      'payment_final',
      'proof_limit_reached',
      'proof_not_supported',
    ],
  },
  {
    id: 'cancelPayment',
    path: '/h2h/cancel',
    tag: 'H2H',
    summary: 'Cancel a payment that nobody has started to pay',
    description: `A pending UPI, wallet or hosted payment, by \`trx\` or \`identifier\`. It ends \`cancelled\` with the reason
\`cancelled_by_merchant\`, or, where an attempt to pay has failed before, \`failed\` with the reason of that. A card in 3-D
Secure, or a payment that is being paid, is refused.`,
    forms: [{ takes: 'PaymentQuery', gives: 'PaymentCancelled' }],
    writes: true,
    refusals: [
      'merchant_inactive',
      'transaction_not_found',
      'payment_final',
      'payment_in_progress',
      'proof_under_review',
      'gateway_unavailable',
    ],
  },
  {
    id: 'refundPayment',
    path: '/h2h/refund',
    tag: 'H2H',
    summary: 'Send money of a payment back',
    description: `Of a payment that succeeded, by any method, whole or in parts. \`refund_identifier\` is your own and used
once. The answer is the result: the gateway's no is a 200 with \`refund_status\` \`failed\`, and an outcome that is not known
yet is \`pending\` until a notification tells it. What is pending counts as gone, and what a dispute covers that is open or
lost cannot be refunded. The fee is not given back.

Checked in this order: the fields, the account, the payment, \`refund_identifier\`, whether the payment can be refunded, the
amount.`,
    forms: [{ takes: 'RefundRequest', gives: 'RefundStatus' }],
    writes: true,
    refusals: REFUND,
  },
  {
    id: 'getRefundStatus',
    path: '/h2h/refund/status',
    tag: 'H2H',
    summary: 'Ask where a refund stands',
    description: `By \`refund_id\`, or by \`refund_identifier\` when the answer was lost.`,
    forms: [{ takes: 'RefundQuery', gives: 'RefundStatus' }],
    writes: false,
    refusals: ['refund_not_found'],
  },
  {
    id: 'listEvents',
    path: '/h2h/events',
    tag: 'H2H',
    summary: 'Fetch notifications again',
    description: `Your events of the last 30 days after a sequence number, in order: whoever has seen 41 and then 43 fetches 42.
Go on with \`after\` = \`last\` until \`events\` is empty. They are not signed: you have asked, and HTTPS proves who
answers.`,
    forms: [{ takes: 'EventsQuery', gives: 'Events' }],
    writes: false,
    refusals: [],
  },
  {
    id: 'initiateHostedPayment',
    path: '/payment/initiate',
    tag: 'Hosted page',
    summary: 'Start a payment on our page',
    description: `The customer chooses and pays on a page of ours: send the browser to \`redirect_url\`. Card always, UPI for INR,
the wallets for BDT, SEPA direct debit for EUR with \`card_and_sepa\`. The \`payment_trx\` in the link is no trx: track the
payment by your \`identifier\`. A declined card may be tried again there, three times in all.`,
    forms: [{ takes: 'HostedInitiateRequest', gives: 'HostedInitiated' }],
    writes: true,
    refusals: INITIATE,
  },
  {
    id: 'getHostedPaymentStatus',
    path: '/payment/status',
    tag: 'Hosted page',
    summary: 'Ask where a hosted payment stands',
    description: `The same as \`/h2h/status\`. The fields of a method are there once the customer has chosen one.`,
    forms: [{ takes: 'PaymentQuery', gives: 'PaymentStatus' }],
    writes: false,
    refusals: ['transaction_not_found'],
  },
  {
    id: 'refundHostedPayment',
    path: '/payment/refund',
    tag: 'Hosted page',
    summary: 'Send money of a hosted payment back',
    description: `The same as \`/h2h/refund\`.`,
    forms: [{ takes: 'RefundRequest', gives: 'RefundStatus' }],
    writes: true,
    refusals: REFUND,
  },
  {
    id: 'getHostedRefundStatus',
    path: '/payment/refund/status',
    tag: 'Hosted page',
    summary: "Ask where a hosted payment's refund stands",
    description: `The same as \`/h2h/refund/status\`.`,
    forms: [{ takes: 'RefundQuery', gives: 'RefundStatus' }],
    writes: false,
    refusals: ['refund_not_found'],
  },
  {
    id: 'simulatePayment',
    path: '/sandbox/payments/{trx}/simulate',
    tag: 'Sandbox',
    summary: 'Play the customer, the clock or the bank of a test payment',
    description: `For UPI and wallet payments that were made with a test key; cards have test numbers. \`dispute_won\` and
\`dispute_lost\` close the open dispute of a payment by any method, \`refund_taken_back\` fails its latest refund that has
succeeded. Answers as \`/h2h/status\` does, once the gateway has been
asked. With a live key there is no such path.`,
    forms: [{ takes: 'SimulationRequest', gives: 'PaymentStatus' }],
    writes: true,
    refusals: [
      'not_found',
      'transaction_not_found',
      'payment_final',
      'nothing_to_simulate',
      'simulation_not_supported',
      'gateway_unavailable',
    ],
  },
];
