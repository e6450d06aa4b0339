import { Refusal } from './refusal.js';
import { behaviourOf } from './test-cards.js';
import { debit } from './debits.js';
import { newReference, paymentOf, type Amount, type Payment, type World } from './world.js';

/** The work is done, and its answer is lost on purpose; who asks again with the same key gets it. */
export class Unanswered extends Error {
  constructor(readonly answer: object) {
    super('lost on purpose');
  }
}

/** A request, as far as it is read here. Whatever is wrong in it is refused. */
export interface Body {
  merchantAccount?: string;
  reference?: string;
  paymentReference?: string;
  returnUrl?: string;
  amount?: Amount;
  captureDelayHours?: number;
  paymentMethod?: {
    type?: string;
    number?: string;
    holderName?: string;
    expiryYear?: string;
    cvc?: string;
    iban?: string;
    ownerName?: string;
  };
  authenticationData?: { attemptAuthentication?: string };
  details?: { redirectResult?: string };
  merchantRefundReason?: string;
}

export function admit(world: World, { merchantAccount }: Body): void {
  if (merchantAccount !== world.merchantAccount) throw new Refusal(403, '901', 'Invalid Merchant Account', 'security');
}

const answerOf = ({ pspReference, reference, amount, status, refusal }: Payment): object => ({
  pspReference,
  merchantReference: reference,
  ...(status === 'authorised' || status === 'captured'
    ? { resultCode: 'Authorised', amount }
    : status === 'cancelled'
      ? { resultCode: 'Cancelled', refusalReason: 'Cancelled', refusalReasonCode: '15' }
      : {
          resultCode: refusal?.code === '4' ? 'Error' : refusal?.code === '16' ? 'Cancelled' : 'Refused',
          refusalReason: refusal?.reason ?? 'Refused',
          refusalReasonCode: refusal?.code ?? '2',
        }),
});

/** Authorises or refuses, and tells of it. */
export function settle(world: World, payment: Payment, refusal: Payment['refusal']): object {
  if (refusal) Object.assign(payment, { status: 'refused', refusal });
  else payment.status = payment.captureDelayHours > 0 || world.captureNothing ? 'authorised' : 'captured';
  world.tell({
    eventCode: 'AUTHORISATION',
    success: !refusal,
    pspReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: payment.amount,
    ...(refusal && { reason: refusal.reason }),
  });
  return answerOf(payment);
}

function checkCard({ number = '', expiryYear = '', cvc = '' }: NonNullable<Body['paymentMethod']>): void {
  if (!/^\d{12,19}$/.test(number)) throw new Refusal(422, '101', 'Invalid card number');
  if (!/^\d{3,4}$/.test(cvc)) throw new Refusal(422, '103', 'CVC is not the right length');
  if (Number(expiryYear) < new Date().getFullYear()) throw new Refusal(422, '129', 'Expiry Date Invalid');
}

/** POST /payments */
export function pay(world: World, body: Body): object {
  admit(world, body);
  const { paymentMethod = {}, reference, amount, returnUrl, captureDelayHours = 0, authenticationData } = body;
  if (!returnUrl) throw new Refusal(422, '14_030', 'Return URL is missing.');
  if (!reference || reference.includes('-')) throw new Refusal(422, '130', 'Reference Missing');
  if (!amount || !Number.isInteger(amount.value)) throw new Refusal(422, '100', 'No amount specified');
  const pspReference = newReference();
  const common = { pspReference, reference, amount, returnUrl, captureDelayHours, refunded: 0 };
  if (paymentMethod.type === 'sepadirectdebit') return debit(world, common, paymentMethod);
  if (!world.rawCards) throw new Refusal(403, '010', 'Not allowed', 'security');
  checkCard(paymentMethod);
  const { number = '', holderName: holder = '' } = paymentMethod;
  const payment: Payment = { ...common, number, holder, status: 'redirect' };
  world.payments.set(pspReference, payment);
  const { threeDs, refusal, hangs } = behaviourOf(payment);
  if (threeDs && authenticationData?.attemptAuthentication !== 'never') {
    const url = `${world.url}/checkoutshopper/threeDS/redirect/${pspReference}`;
    const action = { type: 'redirect', method: 'GET', url, paymentMethodType: 'scheme' };
    return { pspReference, merchantReference: reference, resultCode: 'RedirectShopper', action };
  }
  const answer = settle(world, payment, refusal);
  if (hangs) throw new Unanswered(answer);
  return answer;
}

const OUTCOMES = {
  complete: undefined,
  fail: { code: '11', reason: '3D Not Authenticated' },
  cancel: { code: '16', reason: 'Shopper Cancelled' },
};

/** POST /payments/details: what the customer came back with authorises the payment, once. */
export function finish(world: World, { details = {} }: Body): object {
  const result = world.results.get(details.redirectResult ?? '');
  if (!result) throw new Refusal(422, '14_014', 'Invalid redirectResult');
  const { payment, outcome } = result;
  if (payment.status !== 'redirect') return answerOf(payment);
  return settle(world, payment, OUTCOMES[outcome] ?? behaviourOf(payment).refusal);
}

/** POST /cancels and /payments/{pspReference}/cancels */
export function cancel(world: World, body: Body, psp?: string): object {
  admit(world, body);
  const { paymentReference = '', reference, merchantAccount } = body;
  const payment = psp === undefined ? paymentOf(world, paymentReference) : world.payments.get(psp);
  if (psp !== undefined && !payment) throw new Refusal(422, '167', 'Original pspReference required');
  const pspReference = newReference();
  const isOpen = payment ? ['redirect', 'received'].includes(payment.status) && world.cancelsNothing : false;
  const success = payment?.status === 'authorised' || isOpen;
  if (payment && success) payment.status = 'cancelled';
  world.tell({
    eventCode: psp === undefined ? 'TECHNICAL_CANCEL' : 'CANCELLATION',
    success,
    pspReference,
    ...(payment && { originalReference: payment.pspReference }),
    merchantReference: payment?.reference ?? paymentReference,
    amount: payment?.amount ?? { value: 0, currency: 'EUR' },
    ...(!success && { reason: payment ? 'Original transaction is not authorised' : 'Transaction not found' }),
  });
  const of = psp === undefined ? { paymentReference } : { paymentPspReference: psp };
  return { merchantAccount, ...of, ...(reference !== undefined && { reference }), pspReference, status: 'received' };
}
