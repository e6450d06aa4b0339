import Joi from 'joi';
import { orUnavailable } from '../connectors/no-response.js';
import { nothingChosenYet, notFound, paymentFinal, simulationNotSupported, transactionNotFound } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { oneOf } from '../validation/fields.js';
import { contextFor, validate } from '../validation/validate.js';
import { TRX } from '../merchants/trx.js';
import { connectorOf } from '../payments/connector-of.js';
import { endOfCheckout } from '../payments/after-attempt.js';
import { pollNow } from '../payments/poll-now.js';
import { aboutAttempt } from '../payments/attempts.js';
import { findPayment } from '../payments/find-payment.js';
import { kindOf } from '../payments/kind-of.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { presentPayment } from '../payments/present-payment.js';
import { AFTERMATH, isAftermath, playAftermath, type AftermathAction } from './aftermath.js';
import { isFinal } from '../payments/states.js';
import { postpone, transition } from '../payments/transition.js';

type Action = 'confirm' | 'fail' | 'cancel' | 'expire';

export const simulationSchema: Joi.ObjectSchema<{ action: Action | AftermathAction }> = Joi.object({
  action: oneOf('confirm', 'fail', 'cancel', 'expire', ...AFTERMATH)
    .description('What the customer, the clock, or the bank does.')
    .required(),
});

/** Sets the payment's own clock to its end. Its job may look at that moment: then once more, while it still waits. */
async function expire(payment: PaymentRecord): Promise<PaymentRecord> {
  if (!payment.local) return payment;
  const local = { ...payment.local, expiresAt: new Date() };
  const isSet = await postpone(payment, new Date(), { local });
  const latest = (await payments.findOne({ _id: payment._id })) ?? payment;
  return isSet || latest.status !== payment.status ? latest : expire(latest);
}

async function play(payment: PaymentRecord, action: Action): Promise<PaymentRecord> {
  const connector = connectorOf(payment, 'orders');
  if (!connector.simulate) throw notFound();
  await orUnavailable(connector.simulate(aboutAttempt(payment), action));
  const latest = action === 'expire' ? await expire(payment) : payment;
  return latest.status === payment.status ? pollNow(latest) : latest;
}

/**
 * The customer of a hosted payment presses cancel, or lets the time run out, before or between attempts.
 * @throws {ApiError} simulation_not_supported: there is nothing yet that could be confirmed or fail
 */
async function leaveCheckout(payment: PaymentRecord, action: Action): Promise<PaymentRecord | null> {
  if (action !== 'cancel' && action !== 'expire') throw nothingChosenYet();
  const { event, changes } =
    action === 'cancel'
      ? endOfCheckout(payment, 'cancelled', 'cancelled_by_customer')
      : endOfCheckout(payment, 'timed_out', 'session_expired');
  return transition(payment, event, changes, 'simulation');
}

/** POST /sandbox/payments/{trx}/simulate: plays the customer, the clock or the bank for a test payment. */
export async function simulatePayment(request: ApiRequest): Promise<object> {
  const { merchant, body, params } = request;
  if (merchant.mode !== 'test') throw notFound();
  if (!TRX.test(params.trx ?? '')) throw transactionNotFound();
  const payment = await findPayment({ merchant, body: { trx: params.trx } });
  const { action } = validate(simulationSchema, body, contextFor(merchant));
  if (isAftermath(action)) return { status: 'success', ...presentPayment(await playAftermath(payment, action)) };
  if (payment.status === 'checkout_open') {
    const left = await leaveCheckout(payment, action);
    return left ? { status: 'success', ...presentPayment(left) } : simulatePayment(request); // it moved: look again
  }
  if (kindOf(payment) === 'card') throw simulationNotSupported();
  if (isFinal(payment.status)) throw paymentFinal();
  return { status: 'success', ...presentPayment(await play(payment, action)) };
}
