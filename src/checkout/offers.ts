import { mayUse, type MerchantRecord } from '../merchants/merchant.model.js';
import { METHODS_ON_PAGE } from '../methods/index.js';
import type { Choice } from '../methods/method.js';
import type { MethodName } from '../vocabulary.js';
import { feeFor, isSwallowedByFee } from '../money/fees.js';
import { boundsOf, findTaker } from '../gateways/find-route.js';
import type { Route } from '../gateways/why-not.js';
import { accountFor } from '../payments/choose.js';
import type { HostedPayment } from '../payments/hosted-payment.js';

/** A choice that a hosted payment could be paid by: its name on the page, and what it asks of routing. */
export interface Offer {
  choice: string;
  wanted: Route;
}

/** The methods that the merchant may use for a currency, beginning with the one that most customers of its market use. */
const enabled = (merchant: MerchantRecord, currency: string, type: unknown) =>
  METHODS_ON_PAGE.filter(
    ({ name, currencies = [currency], page: { askedBy = type } }) =>
      currencies.includes(currency) && askedBy === type && mayUse(merchant, name),
  );

/**
 * The same by name, whether there is a route for them or not.
 * @param type the call's `payment_method_type`, which some methods must be asked for by
 */
export const enabledMethods = (merchant: MerchantRecord, currency: string, type: unknown): MethodName[] =>
  enabled(merchant, currency, type).map(({ name }) => name);

/** The choices that some gateway account takes, at whatever amount, in the order of the page. */
export const findOffers = (merchant: MerchantRecord, currency: string, type: unknown): Offer[] =>
  enabled(merchant, currency, type)
    .flatMap(({ name: method, page }) =>
      page.choices.map(({ name: choice, asks }) => ({ choice, wanted: { method, currency, ...asks?.(merchant) } })),
    )
    .filter(({ wanted }) => findTaker(merchant, wanted));

/** The range of amounts that at least one choice takes, in minor units. */
export function widestBounds(merchant: MerchantRecord, offers: Offer[], currency: string) {
  const all = offers.map(({ wanted }) => boundsOf(merchant, wanted));
  if (all.length === 0) return boundsOf(merchant, { method: 'none', currency });
  return { min: Math.min(...all.map(({ min }) => min)), max: Math.max(...all.map(({ max }) => max)) };
}

/** The offers that some account takes at this amount (minor units), each with its account, and whether its fee eats it up. */
export const takenOffers = (merchant: MerchantRecord, offers: Offer[], gross: number) =>
  offers.flatMap(({ choice, wanted }) => {
    const { method, currency } = wanted;
    const { min, max } = boundsOf(merchant, wanted);
    const { charge } = feeFor(merchant.fees, { method, currency, gross });
    if (gross < min || gross > max) return [];
    const route = findTaker(merchant, { ...wanted, amount: gross });
    return route ? [{ choice, route, isSwallowed: isSwallowedByFee({ gross, charge }) }] : [];
  });

/** What the customer of a payment can choose from, in the order of its page. */
export const offeredOn = (payment: HostedPayment): Choice[] =>
  METHODS_ON_PAGE.flatMap(({ name, page }) =>
    page.choices.filter((choice) => accountFor(payment, name, choice.name) !== undefined),
  );
