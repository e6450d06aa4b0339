import { mayUse, type MerchantRecord } from '../merchants/merchant.model.js';
import { METHODS_ON_PAGE } from '../methods/index.js';
import type { Choice } from '../methods/method.js';
import type { MethodName } from '../vocabulary.js';
import { feeFor, isSwallowedByFee } from '../money/fees.js';
import type { Account } from '../gateways/accounts.js';
import { boundsOf, findRoute } from '../gateways/find-route.js';
import type { HostedPayment } from '../payments/hosted-payment.js';

/** A method that a hosted payment could be paid by, and who takes it. */
interface Offer {
  method: MethodName;
  route: Account;
}

/**
 * The methods that the merchant may use for a currency, whether there is a route for them or not, beginning with the one
 * that most customers of that market use.
 * @param type the call's `payment_method_type`, which some methods must be asked for by
 */
export const enabledMethods = (merchant: MerchantRecord, currency: string, type: unknown): MethodName[] =>
  METHODS_ON_PAGE.filter(
    ({ name, currencies = [currency], page: { askedBy = type } }) =>
      currencies.includes(currency) && askedBy === type && mayUse(merchant, name),
  ).map(({ name }) => name);

export function findOffers(merchant: MerchantRecord, currency: string, type: unknown): Offer[] {
  return enabledMethods(merchant, currency, type).flatMap((method) => {
    const route = findRoute(merchant, method, currency);
    return route ? [{ method, route }] : [];
  });
}

/** The range of amounts that at least one method takes, in minor units. */
export function widestBounds(merchant: MerchantRecord, offers: Offer[], currency: string) {
  const all = offers.map(({ route }) => boundsOf(merchant, route, currency));
  if (all.length === 0) return boundsOf(merchant, null, currency);
  return { min: Math.min(...all.map(({ min }) => min)), max: Math.max(...all.map(({ max }) => max)) };
}

/** Whether a method takes this amount (minor units) and its fee leaves something for the merchant. */
export function fits(merchant: MerchantRecord, { method, route }: Offer, currency: string, gross: number): boolean {
  const { min, max } = boundsOf(merchant, route, currency);
  const { charge } = feeFor(merchant.fees, { method, currency, gross });
  return gross >= min && gross <= max && !isSwallowedByFee({ gross, charge });
}

/** What the customer of a payment can choose from, in the order of its page. */
export const offeredOn = ({ checkout }: HostedPayment): Choice[] =>
  METHODS_ON_PAGE.flatMap(({ name, page }) => (Object.hasOwn(checkout.accounts, name) ? page.choices : []));
