import { config } from '../../config/index.js';
import { merchantInactive, methodNotEnabled, noFlowAvailable, validationError } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { check, contextFor } from '../validation/validate.js';
import { isCurrency } from '../money/currencies.js';
import { feeFor } from '../money/fees.js';
import { inSeconds } from '../time.js';
import { minorOf, SWALLOWED } from '../payments/checked-order.js';
import type { Checkout } from '../payments/checkout-terms.js';
import { createPayment } from '../payments/create-payment.js';
import { draftPayment } from '../payments/draft-payment.js';
import { sentenceOf } from '../payments/reasons.js';
import { publicStatus } from '../payments/states.js';
import { checkoutUrl, newToken } from './link.js';
import { isHosted, type HostedPayment } from '../payments/hosted-payment.js';
import { hostedInitiateSchema } from './initiate-schema.js';
import { enabledMethods, findOffers, takenOffers, widestBounds } from './offers.js';

/**
 * The checks of an initiate call in the order of contract 2: fields, merchant and method, route.
 * @throws {ApiError} validation_error, merchant_inactive, method_not_enabled, no_flow_available
 */
function checkedRequest({ merchant, body }: ApiRequest) {
  const currency = isCurrency(body.currency) ? body.currency : undefined;
  const offers = currency ? findOffers(merchant, currency, body.payment_method_type) : [];
  const bounds = currency ? widestBounds(merchant, offers, currency) : undefined;
  const { value, errors = [] } = check(hostedInitiateSchema, body, { ...contextFor(merchant), bounds });

  const gross = currency ? minorOf(body.amount, currency) : null;
  const taken = gross === null ? [] : takenOffers(merchant, offers, gross);
  const fit = taken.filter((offer) => !offer.isSwallowed);
  const isSwallowed = taken.length > 0 && fit.length === 0;
  const faults = isSwallowed && !errors.some(({ field }) => field === 'amount') ? [SWALLOWED, ...errors] : errors;
  if (!value || faults.length > 0) throw validationError(faults);
  if (merchant.status !== 'active') throw merchantInactive();
  if (enabledMethods(merchant, value.currency, value.payment_method_type).length === 0) throw methodNotEnabled('card');
  const [first] = fit;
  if (!first) throw noFlowAvailable();
  // toMinor() refuses nothing here: the schema has just asked it.
  return { request: value, order: { ...value, amount: Number(gross) }, offers: fit, route: first.route };
}

/** By choice, where there are any. */
function fallbacksOf(offers: ReturnType<typeof takenOffers>): Pick<Checkout, 'fallbacks'> {
  const some = offers.filter(({ route }) => route.fallbacks.length > 0);
  if (some.length === 0) return {};
  return { fallbacks: Object.fromEntries(some.map(({ choice, route }) => [choice, route.fallbacks])) };
}

async function draft(request: ApiRequest): Promise<HostedPayment> {
  const { merchant, idempotencyKey, trace } = request;
  const { request: value, order, offers, route } = checkedRequest(request);
  const fee = feeFor(merchant.fees, { method: null, currency: order.currency, gross: order.amount }); // until one is chosen
  const about = { merchant, method: null, route, fee, status: 'checkout_open', idempotencyKey, trace } as const;
  const payment = await draftPayment(order, about);
  const expiresAt = inSeconds(config.checkoutExpiry);
  return {
    ...payment,
    attempts: [], // the first begins when the customer has chosen
    checkout: {
      ...newToken(payment._id),
      expiresAt,
      accounts: Object.fromEntries(offers.map(({ choice, route }) => [choice, route.account._id])),
      ...fallbacksOf(offers),
      fees: merchant.fees,
      threeDs: merchant.threeDsPolicy,
      lateMoney: merchant.lateMoneyPolicy,
      ...(merchant.privacyUrl && { privacyUrl: merchant.privacyUrl }),
    },
    ...(value.billing_info && { billingInfo: value.billing_info }),
    ...(value.shipping_info && { shippingInfo: value.shipping_info }),
    next: { job: 'checkout-expiry', at: expiresAt },
  };
}

/** POST /payment/initiate: a payment that its customer pays on our page. */
export async function initiateHosted(request: ApiRequest): Promise<object> {
  const { payment } = await createPayment(await draft(request));
  if (!isHosted(payment)) throw new Error(`Payment ${payment._id} is no hosted payment`);
  const { status, reason, lateConfirmation } = payment;
  return {
    status: 'success',
    message: reason ? sentenceOf(payment) : 'Payment initiated: send the customer to redirect_url',
    redirect_url: checkoutUrl(payment),
    payment_status: publicStatus(status),
    reason,
    late_confirmation: lateConfirmation,
  };
}
