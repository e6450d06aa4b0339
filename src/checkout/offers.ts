import { mayUse, type MerchantRecord } from '../merchants/merchant.model.js';
import type { MethodName } from '../vocabulary.js';
import { feeFor, isSwallowedByFee } from '../money/fees.js';
import type { Account } from '../gateways/accounts.js';
import { boundsOf, findRoute } from '../gateways/find-route.js';
import type { HostedPayment } from './hosted-payment.js';

/** What a merchant may ask for: SEPA only when it says so. */
export type MethodType = 'card' | 'card_and_sepa';

/** A method that a hosted payment could be paid by, and who takes it. */
interface Offer {
  method: MethodName;
  route: Account;
}

/** The methods of a market, beginning with the one that most of its customers use. */
function methodsOf(currency: string, type: MethodType): MethodName[] {
  if (currency === 'INR') return ['upi', 'card'];
  if (currency === 'BDT') return ['wallet', 'card'];
  return currency === 'EUR' && type === 'card_and_sepa' ? ['card', 'sepa'] : ['card'];
}

/** The methods that the merchant may use for a currency, whether there is a route for them or not. */
export const enabledMethods = (merchant: MerchantRecord, currency: string, type: MethodType): MethodName[] =>
  methodsOf(currency, type).filter((method) => mayUse(merchant, method));

export function findOffers(merchant: MerchantRecord, currency: string, type: MethodType): Offer[] {
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

/** The methods that a payment can be paid by, in the order of its page. Each wallet is one. */
export function offeredOn({ checkout }: HostedPayment): string[] {
  const all = { upi: ['upi'], wallet: ['bkash', 'nagad'], card: ['card'], sepa: ['sepa'] } as const;
  return Object.entries(all).flatMap(([method, names]) => (Object.hasOwn(checkout.accounts, method) ? names : []));
}
