import { createHash } from 'node:crypto';
import { deliveryId, hostOf, type DeliveryRecord } from '../../../src/ipn/delivery.model.js';
import { eventIdOf } from '../../../src/ipn/event-id.js';
import { newToken } from '../../../src/checkout/link.js';
import type { MerchantRecord } from '../../../src/merchants/merchant.model.js';
import { trxOf } from '../../../src/merchants/trx.js';
import { bodyOf } from '../../../src/payments/outbox.js';
import type { PaymentRecord } from '../../../src/payments/payment.model.js';
import type { PaymentResult, Step } from '../../../src/payments/payment-parts.js';
import { presentPayment } from '../../../src/payments/present-payment.js';
import { COMMON_AMOUNT, COMMON_LAST4 } from './common.js';

// Payments as they are found in a database that has been taking them for long: every field as the product leaves it.

const HOUR = 3_600_000;
/** As many a day at every size: a larger database is an older one, and the smallest has the whole of yesterday. */
const A_DAY = 5000;
const APART_MS = (24 * HOUR) / A_DAY;
/** Events are kept for so long: config's default of IPN_EVENT_RETENTION. */
export const KEPT_MS = 30 * 24 * HOUR;

type Fate = 'succeeded' | 'failed' | 'awaiting_payment' | 'cancelled';

/** Of a thousand payments: 930 succeed, 49 fail, 20 are given up, and the one that is left waits for its customer. */
const fateOf = (no: number): Fate => {
  const place = (no * 7919) % 1000; // spread by a prime
  if (place === 0) return 'awaiting_payment';
  if (place <= 20) return 'cancelled';
  return place <= 69 ? 'failed' : 'succeeded';
};

/** One in five of each merchant came by a hosted page. */
const isHosted = (no: number): boolean => Math.floor(no / 10) % 5 === 0;

/** Every fourth, and each that still waits for its customer. */
const isByUpi = (no: number): boolean => no % 4 === 0 || fateOf(no) === 'awaiting_payment';

/** One in a hundred, so that there is more than a page of them at every size. */
const isCommon = (no: number): boolean => no % 100 === 1;

const last4Of = (no: number): string => (isCommon(no) ? COMMON_LAST4 : String((no * 6151) % 10_000).padStart(4, '0'));

/** What the gateway calls a payment; over UPI that is the banks' reference, twelve digits (NPCI). */
const referenceOf = (no: number): string => (isByUpi(no) ? String(no).padStart(12, '0') : `ch_${no}`);

/** Those of the UPI payments of the last day that were paid, which are there at every size. */
export const paidReferences = (): string[] =>
  Array.from({ length: A_DAY }, (_, no) => no)
    .filter((no) => isByUpi(no) && fateOf(no) === 'succeeded')
    .map(referenceOf);

export const identifierOf = (no: number): string => `order-${String(no).padStart(8, '0')}`;

/** The `no`th payment back from now. */
export function pastPayment(no: number, merchant: MerchantRecord, now: number): PaymentRecord {
  const fate = fateOf(no);
  const isWaiting = fate === 'awaiting_payment';
  const isUpi = isByUpi(no);
  const trx = trxOf(merchant, identifierOf(no));
  const createdAt = new Date(now - (no + 1) * APART_MS);
  const endedAt = new Date(createdAt.getTime() + 2000);
  const gross = isCommon(no) ? COMMON_AMOUNT : 500 + ((no * 7907) % 50_000);
  const charge = Math.round(gross * 0.025) + 30;
  const currency = isUpi ? 'INR' : 'EUR';
  const begun = isUpi ? 'awaiting_payment' : 'authorizing';
  const steps: Step[] = [{ event: 'created', from: null, to: begun, at: createdAt, actor: 'merchant' }];
  const event =
    fate === 'succeeded' ? (isUpi ? 'confirmed' : 'authorized') : fate === 'failed' ? 'declined' : 'timed_out';
  if (!isWaiting)
    steps.push({ event, from: begun, to: fate, at: endedAt, actor: isUpi ? 'upi-confirmation' : 'card-authorization' });
  const payment: PaymentRecord = {
    _id: trx,
    merchantId: merchant._id,
    mode: merchant.mode,
    identifier: identifierOf(no),
    method: isUpi ? 'upi' : 'card',
    status: fate,
    reason: fate === 'failed' ? 'do_not_honor' : fate === 'cancelled' ? 'expired' : null,
    lateConfirmation: false,
    requested: { amount: gross, currency },
    amounts: { currency, gross, charge, grossUsd: gross, chargeUsd: charge },
    rate: { value: isUpi ? '88.7215' : '0.8612', source: 'bench', at: createdAt },
    fee: { basisPoints: 250, fixed: 30 },
    account: isUpi ? 'sandbox-upi' : 'sandbox-card',
    customer: {
      first_name: 'Asha',
      last_name: `Rao ${no % 5000}`,
      email: `asha.${Math.floor(no / 20)}@shop.example`, // twenty payments of each customer at every size
      mobile: '+919876543210',
    },
    details: `First flush Darjeeling, ${(no % 9) + 1} × 100 g`,
    siteName: 'Blue Tea Shop',
    urls: {
      ipn: 'http://127.0.0.1:9/ipn',
      success: 'https://shop.example/thanks',
      cancel: 'https://shop.example/cancelled',
    },
    ...(isUpi
      ? {
          local: {
            expiresAt: new Date(createdAt.getTime() + HOUR / 4),
            pollCount: 2,
            lateMoney: 'accept' as const,
            upi: { reference: `up_${no}`, pa: 'shop@sandbox', pn: 'Blue Tea Shop', apps: [] },
          },
        }
      : {
          card: {
            network: 'VISA',
            first6: '424242',
            last4: last4Of(no),
            expiryMonth: (no % 12) + 1,
            expiryYear: 2030,
            fingerprint: createHash('sha256')
              .update(String(no % 200_000))
              .digest('base64'),
          },
          billingAddress: { country: 'GB' },
          deviceFingerprint: `device-${no % 200_000}`,
          threeDs: { policy: 'required' as const, pollCount: 0 },
        }),
    ...(isHosted(no) && {
      checkout: {
        ...newToken(trx),
        expiresAt: new Date(createdAt.getTime() + HOUR),
        accounts: { upi: 'sandbox-upi', card: 'sandbox-card' },
        fees: [],
        threeDs: 'required' as const,
        lateMoney: 'accept' as const,
      },
    }),
    attempts: [
      {
        no: 1,
        key: `${trx}-1`,
        startedAt: createdAt,
        ...(!isWaiting && { answeredAt: endedAt, outcome: 'approved', reference: referenceOf(no) }),
      },
    ],
    inquiryCount: 0,
    history: steps,
    results: [],
    version: isWaiting ? 3 : 4,
    // In the future: a pass of the sweeper finds the same at every size.
    ...(isWaiting && { next: { job: 'upi-confirmation' as const, at: new Date(now + HOUR * (1 + (no % 10))) } }),
    createdAt,
    ...(fate === 'succeeded' && { succeededAt: endedAt }),
    updatedAt: isWaiting ? createdAt : endedAt,
  };
  if (!isWaiting) payment.results = [resultOf(payment, fate, endedAt)];
  return payment;
}

function resultOf(payment: PaymentRecord, fate: Exclude<Fate, 'awaiting_payment'>, at: Date): PaymentResult {
  return {
    eventId: eventIdOf(payment._id, 1),
    type: `payment.${fate === 'succeeded' ? 'success' : fate}`,
    at,
    data: JSON.stringify(presentPayment(payment)),
  };
}

/** The notification of one of its results, which has arrived. */
export function pastDelivery(payment: PaymentRecord, result: PaymentResult, sequence: number): DeliveryRecord {
  const { merchantId, mode, identifier, _id: trx } = payment;
  const { eventId, type, at } = result;
  return {
    _id: deliveryId(eventId),
    eventId,
    merchantId,
    mode,
    trx,
    identifier,
    type,
    sequence,
    url: payment.urls.ipn,
    host: hostOf(payment.urls.ipn),
    body: bodyOf(payment, result)(sequence),
    status: 'delivered',
    attempts: [{ id: 'att_1', at, durationMs: 12, status: 204, error: null, response: '', trigger: 'automatic' }],
    failures: 0,
    version: 2,
    createdAt: at,
    deliveredAt: at,
    upkeepAt: new Date(at.getTime() + KEPT_MS),
  };
}
