import { config } from '../../config/index.js';
import { qrCodePng } from '../methods/upi/qr-code.js';

export interface Example {
  path: string;
  /** Which of the call's methods it is of; none when it would be the same with each. */
  method?: 'Card' | 'UPI' | 'Wallet';
  summary: string;
  request: Record<string, unknown>;
  status: number;
  answer: object;
}

// One story: later requests name the payments of earlier ones. A test sends all of it to a real Tollgate.

const KEY = 'pk_test_…';
const CARD_TRX = '5d8f4d6e-7c31-8a54-9b2f-0f4f5f0c9a11';
const UPI_TRX = '24e299e2-d20e-850f-a1af-3bb017ada4ed';
const WALLET_TRX = 'a1393f75-fe65-8e0b-8515-8df1a63386aa';

const urls = {
  ipn_url: 'https://shop.example/ipn',
  success_url: 'https://shop.example/thanks',
  cancel_url: 'https://shop.example/cart',
  site_name: 'Blue Tea Shop',
} as const;

const ADA = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example', mobile: '+447700900123' } as const;
const ASHA = { first_name: 'Asha', last_name: 'Rao', email: 'asha@shop.example', mobile: '+919876543210' } as const;

const card = (number: string) => ({
  number,
  expiry_month: 12,
  expiry_year: new Date().getFullYear() + 2,
  cvv: '123',
  holder: 'Ada Lovelace',
});

const byCard = (identifier: string, number: string) =>
  ({
    public_key: KEY,
    amount: 49.9,
    currency: 'EUR',
    payment_method_type: 'card',
    customer: ADA,
    card: card(number),
    billing_address: { country: 'GB' },
    device_fingerprint: 'device-7',
    details: 'First flush Darjeeling, 100 g',
    identifier,
    ...urls,
  }) as const;

const byUpi = (identifier: string, amount: number) =>
  ({
    public_key: KEY,
    amount,
    currency: 'INR',
    payment_method_type: 'local',
    customer: ASHA,
    details: 'Two books',
    identifier,
    ...urls,
  }) as const;

const UPI_QUERY =
  'pa=tollgate.sandbox%40tollbank&pn=Tollgate%20Sandbox&mc=5999&tr=24e299e2d20e850fa1af3bb017ada4ed&am=499.11&cu=INR&tn=Two%20books';

const pending = { reason: null, late_confirmation: false } as const;
const expires_at = '2026-11-21T15:57:39.429Z';
const times = { created_at: '2026-11-21T15:42:39.175Z', updated_at: '2026-11-21T15:42:39.217Z' } as const;

const euros = {
  gross_amount: 49.9,
  charge: 1.55,
  net_amount: 48.35,
  currency: 'EUR',
  gross_amount_usd: 57.94,
  charge_usd: 1.8,
  net_amount_usd: 56.14,
  conversion_rate: 0.8612,
} as const;

const rupees = {
  gross_amount: 499.11,
  charge: 9.98,
  net_amount: 489.13,
  currency: 'INR',
  gross_amount_usd: 5.63,
  charge_usd: 0.11,
  net_amount_usd: 5.52,
  conversion_rate: 88.7215,
} as const;

const unrefunded = { refunded_amount: 0, refunded_amount_usd: 0, refund_status: 'none' } as const;

const NOTE = 'The proof is being verified by a person, which typically takes 5 to 30 minutes';

const paidByCard = {
  trx: CARD_TRX,
  identifier: 'order-1001',
  requested_amount: 49.9,
  requested_currency: 'EUR',
  payment_status: 'success',
  ...euros,
  ...unrefunded,
  ...times,
  requires_3ds: false,
  redirect_url: null,
  message: 'Payment successful',
  card: { network: 'VISA', last4: '4242' },
  ...pending,
  test: true,
} as const;

const refunded = {
  trx: CARD_TRX,
  identifier: 'order-1001',
  refund_id: '7c1b6a52-0f2e-8d4b-a3a1-5a0e4d1c9b77',
  refund_identifier: 'refund-1001-1',
  refund_status: 'success',
  amount: 10,
  amount_usd: 11.61,
  currency: 'EUR',
  reason: 'requested_by_customer',
  failure: null,
  refunded_amount: 10,
  refundable_amount: 39.9,
  ...times,
} as const;

const ofUpi = {
  trx: UPI_TRX,
  identifier: 'order-1004',
  requested_amount: 499.11,
  requested_currency: 'INR',
} as const;

const refused = <const T extends object>(code: string, messages: string[], more?: T) => ({
  status: 'error',
  message: messages,
  code,
  request_id: 'req_5b1f0c9a1e7d4f6a8b2c3d4e5f607182',
  ...more,
});

/** Requests and their answers, in an order in which they can be sent. */
export const EXAMPLES = {
  card: {
    path: '/h2h/initiate',
    method: 'Card',
    summary: 'A card that is approved at once',
    request: byCard('order-1001', '4242 4242 4242 4242'),
    status: 200,
    answer: {
      status: 'success',
      trx: CARD_TRX,
      payment_status: 'success',
      requires_3ds: false,
      redirect_url: null,
      message: 'Payment successful',
      ...pending,
    },
  },
  cardWith3ds: {
    path: '/h2h/initiate',
    method: 'Card',
    summary: 'A card with a 3-D Secure challenge',
    request: byCard('order-1002', '4000 0000 0000 3220'),
    status: 200,
    answer: {
      status: 'success',
      trx: '86adeef7-a5ab-884c-a5ff-1b2230c3052a',
      payment_status: 'pending',
      requires_3ds: true,
      redirect_url: 'http://127.0.0.1:3002/3ds/DgU4izWk0gyLIv2T6qC0wVEZ-TE5lqDb',
      message: 'The customer must authenticate the payment',
      ...pending,
    },
  },
  cardDeclined: {
    path: '/h2h/initiate',
    method: 'Card',
    summary: 'A card that is declined: an answer, no error',
    request: byCard('order-1003', '4000 0000 0000 9995'),
    status: 200,
    answer: {
      status: 'success',
      trx: 'b8c4fe85-959d-89c2-b232-56d473584064',
      payment_status: 'failed',
      requires_3ds: false,
      redirect_url: null,
      message: 'The card has insufficient funds',
      reason: 'insufficient_funds',
      late_confirmation: false,
    },
  },
  upi: {
    path: '/h2h/initiate',
    method: 'UPI',
    summary: 'A UPI payment',
    request: byUpi('order-1004', 499.11),
    status: 200,
    answer: {
      status: 'success',
      trx: UPI_TRX,
      qr_code: qrCodePng(`upi://pay?${UPI_QUERY}`).toString('base64'),
      qr_content: `upi://pay?${UPI_QUERY}`,
      paymentlinks: {
        upi: `upi://pay?${UPI_QUERY}`,
        gpay: `tez://upi/pay?${UPI_QUERY}`,
        phonepe: `phonepe://pay?${UPI_QUERY}`,
        paytm: `paytmmp://pay?${UPI_QUERY}`,
      },
      payment_status: 'pending',
      expires_at,
      ...pending,
    },
  },
  wallet: {
    path: '/h2h/initiate',
    method: 'Wallet',
    summary: 'A wallet of Bangladesh',
    request: {
      public_key: KEY,
      amount: 1200.11,
      currency: 'BDT',
      payment_method_type: 'local',
      customer: {
        first_name: 'Rahim',
        last_name: 'Uddin',
        email: 'rahim@shop.example',
        mobile: '+8801712345678',
        payment_method_code: 'BKASH',
        language: 'BN',
      },
      details: 'A shirt',
      identifier: 'order-1005',
      ...urls,
    },
    status: 200,
    answer: {
      status: 'success',
      trx: WALLET_TRX,
      paymentlinks: { bkash: 'http://127.0.0.1:3002/wallet/ip80sYz1m-ZFXF3UkBHeyMbuhRvxY1c1' },
      payment_method_code: 'BKASH',
      language: 'BN',
      payment_url: 'http://127.0.0.1:3002/wallet/ip80sYz1m-ZFXF3UkBHeyMbuhRvxY1c1',
      payment_status: 'pending',
      expires_at,
      ...pending,
    },
  },
  cancelled: {
    path: '/h2h/cancel',
    summary: 'A wallet payment that nobody has begun to pay',
    request: { public_key: KEY, trx: WALLET_TRX },
    status: 200,
    answer: {
      status: 'success',
      trx: WALLET_TRX,
      payment_status: 'cancelled',
      reason: 'cancelled_by_merchant',
    },
  },
  cancelledTwice: {
    path: '/h2h/cancel',
    summary: 'A payment that has ended',
    request: { public_key: KEY, trx: WALLET_TRX },
    status: 409,
    answer: refused('payment_final', ['The payment has already ended']),
  },
  wrongFields: {
    path: '/h2h/initiate',
    summary: 'Faulty fields',
    request: { ...byCard('order-1008', '4242 4242 4242 4241'), amount: '49.90', billing_address: { country: 'gb' } },
    status: 400,
    answer: refused(
      'validation_error',
      [
        'amount must be a number',
        'Card number is not valid',
        'Billing country must be an ISO 3166 two-letter code in upper case',
      ],
      {
        errors: [
          { field: 'amount', code: 'invalid_type', message: 'amount must be a number' },
          { field: 'card.number', code: 'invalid_number', message: 'Card number is not valid' },
          {
            field: 'billing_address.country',
            code: 'invalid_format',
            message: 'Billing country must be an ISO 3166 two-letter code in upper case',
          },
        ],
      },
    ),
  },
  usedIdentifier: {
    path: '/h2h/initiate',
    summary: 'An identifier that was used before',
    request: byCard('order-1001', '4242 4242 4242 4242'),
    status: 409,
    answer: refused('duplicate_identifier', ['This identifier was used for an earlier payment']),
  },
  noRoute: {
    path: '/h2h/initiate',
    summary: 'A currency that nobody here takes',
    request: { ...byCard('order-1009', '4242 4242 4242 4242'), currency: 'SEK' },
    status: 422,
    answer: refused('no_flow_available', ['No H2H flows available for this currency and merchant']),
  },
  statusByTrx: {
    path: '/h2h/status',
    summary: 'By trx',
    request: { public_key: KEY, trx: CARD_TRX },
    status: 200,
    answer: { status: 'success', ...paidByCard },
  },
  unknownTrx: {
    path: '/h2h/status',
    summary: 'A trx that is not yours',
    request: { public_key: KEY, trx: '00000000-0000-8000-8000-000000000000' },
    status: 404,
    answer: refused('transaction_not_found', ['Transaction not found']),
  },
  unknownKey: {
    path: '/h2h/status',
    summary: 'A key that nobody has',
    request: { public_key: 'pk_test_nobody', trx: CARD_TRX },
    status: 401,
    answer: refused('authentication_failed', ['Authentication failed']),
  },
  proof: {
    path: '/h2h/confirm',
    summary: 'A text reference',
    request: { public_key: KEY, trx: UPI_TRX, payment_proof: 'UPI 431276884529' },
    status: 200,
    answer: {
      status: 'success',
      message: ['Proof of payment submitted, pending manual verification'],
      trx: UPI_TRX,
      proof_status: 'pending',
      verification_note: NOTE,
    },
  },
  statusByIdentifier: {
    path: '/h2h/status',
    summary: 'By identifier, with a proof under review',
    request: { public_key: KEY, identifier: 'order-1004' },
    status: 200,
    answer: {
      status: 'success',
      ...ofUpi,
      payment_status: 'pending',
      ...rupees,
      ...unrefunded,
      ...times,
      proof_status: 'pending',
      proof_submitted_at: '2026-11-21T15:42:39.740Z',
      proof_verified_at: null,
      verification_notes: NOTE,
      ...pending,
      test: true,
    },
  },
  proofForCard: {
    path: '/h2h/confirm',
    summary: 'A card needs no proof',
    request: { public_key: KEY, trx: CARD_TRX, payment_proof: 'UPI 431276884529' },
    status: 422,
    answer: refused('proof_not_supported', [
      'Proof of payment is not supported for card payments; card payments are approved or declined instantly.',
    ]),
  },
  refund: {
    path: '/h2h/refund',
    summary: 'A part of a card payment',
    request: {
      public_key: KEY,
      trx: CARD_TRX,
      refund_identifier: 'refund-1001-1',
      amount: 10,
      reason: 'requested_by_customer',
      note: 'One tin was dented',
    },
    status: 200,
    answer: { status: 'success', ...refunded },
  },
  refundTooMuch: {
    path: '/h2h/refund',
    summary: 'More than is left',
    request: { public_key: KEY, trx: CARD_TRX, refund_identifier: 'refund-1001-2', amount: 49.9 },
    status: 400,
    answer: refused('validation_error', ['amount must be at most 39.90 EUR, which is what is left'], {
      errors: [
        { field: 'amount', code: 'too_large', message: 'amount must be at most 39.90 EUR, which is what is left' },
      ],
    }),
  },
  refundOfUnpaid: {
    path: '/h2h/refund',
    summary: 'A payment that has not succeeded',
    request: { public_key: KEY, trx: UPI_TRX, refund_identifier: 'refund-1004-1' },
    status: 409,
    answer: refused('payment_not_refundable', ['Only a payment that has succeeded can be refunded']),
  },
  refundStatus: {
    path: '/h2h/refund/status',
    summary: 'By refund_identifier',
    request: { public_key: KEY, refund_identifier: 'refund-1001-1' },
    status: 200,
    answer: { status: 'success', ...refunded },
  },
  events: {
    path: '/h2h/events',
    summary: 'The first event',
    request: { public_key: KEY, after: 0, limit: 1 },
    status: 200,
    answer: {
      status: 'success',
      events: [
        {
          id: 'evt_5d8f4d6e7c318a549b2f0f4f5f0c9a111',
          type: 'payment.success',
          timestamp: '2026-11-21T15:42:39.217Z',
          sequence: 1,
          identifier: 'order-1001',
          status: 'success',
          data: paidByCard,
          'webhook-id': 'evt_5d8f4d6e7c318a549b2f0f4f5f0c9a111',
        },
      ],
      last: 1,
    },
  },
  hosted: {
    path: '/payment/initiate',
    summary: 'Card, or SEPA direct debit',
    request: {
      public_key: KEY,
      amount: 75,
      currency: 'EUR',
      customer: ADA,
      details: 'First flush Darjeeling, 100 g',
      identifier: 'order-1006',
      ...urls,
      payment_method_type: 'card_and_sepa',
    },
    status: 200,
    answer: {
      status: 'success',
      message: 'Payment initiated: send the customer to redirect_url',
      redirect_url: `${config.publicUrl}/payment/checkout?payment_trx=BYAaYUTD2QbSFyaRxUc85thQCmdpS7UDt4yKTJPf9_U`,
      payment_status: 'pending',
      ...pending,
    },
  },
  hostedStatus: {
    path: '/payment/status',
    summary: 'Before the customer has chosen',
    request: { public_key: KEY, identifier: 'order-1006' },
    status: 200,
    answer: {
      status: 'success',
      trx: '6629fcae-2997-8ae2-8871-b3e86395a753',
      identifier: 'order-1006',
      requested_amount: 75,
      requested_currency: 'EUR',
      payment_status: 'pending',
      gross_amount: 75,
      charge: 2.18,
      net_amount: 72.82,
      currency: 'EUR',
      gross_amount_usd: 87.09,
      charge_usd: 2.53,
      net_amount_usd: 84.56,
      conversion_rate: 0.8612,
      ...unrefunded,
      ...times,
      ...pending,
      test: true,
    },
  },
  simulated: {
    path: '/sandbox/payments/{trx}/simulate',
    summary: 'The customer of the UPI payment pays',
    request: { public_key: KEY, action: 'confirm' },
    status: 200,
    answer: {
      status: 'success',
      ...ofUpi,
      payment_status: 'success',
      ...rupees,
      ...unrefunded,
      ...times,
      proof_status: 'verified',
      proof_submitted_at: '2026-11-21T15:42:39.740Z',
      proof_verified_at: '2026-11-21T15:42:40.137Z',
      verification_notes: 'The payment was confirmed automatically',
      ...pending,
      test: true,
    },
  },
  simulatedNothing: {
    path: '/sandbox/payments/{trx}/simulate',
    summary: 'The bank decides where nobody has asked it',
    request: { public_key: KEY, action: 'dispute_won' },
    status: 409,
    answer: refused('nothing_to_simulate', ['The payment has no open dispute']),
  },
} as const satisfies Record<string, Example>;

export type ExampleName = keyof typeof EXAMPLES;

/** Of the path of `simulated` and `simulatedNothing`. */
export const SIMULATED_TRX = UPI_TRX;
