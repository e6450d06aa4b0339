import { randomBytes } from 'node:crypto';
import { config } from '../../config/index.js';
import { keyedHash, keyedHashes, openText, sealText } from '../crypto/keyed.js';
import { isHosted, type HostedPayment } from '../payments/hosted-payment.js';
import type { Checkout } from '../payments/checkout-terms.js';
import { payments } from '../payments/payment.model.js';

const TOKEN = /^[\w-]{43}$/;

const contextOf = (trx: string) => `checkout|${trx}`;

/** Draws the token of a new link, 256 random bits. What is stored finds the payment but does not reveal the token. */
export function newToken(trx: string): Pick<Checkout, 'tokenHash' | 'sealedToken'> {
  const token = randomBytes(32).toString('base64url');
  return { tokenHash: keyedHash('checkout-token', token), sealedToken: sealText(token, contextOf(trx)) };
}

export const tokenOf = ({ _id, checkout }: HostedPayment): string => openText(checkout.sealedToken, contextOf(_id));

/** The payment that a link's token names, or null for a token that is wrong, cut, missing or repeated. */
export async function findByToken(token: unknown): Promise<HostedPayment | null> {
  if (typeof token !== 'string' || !TOKEN.test(token)) return null;
  for (const tokenHash of keyedHashes('checkout-token', token)) {
    // The index is partial, and is used only when the query repeats its filter.
    const payment = await payments.findOne({ 'checkout.tokenHash': { $exists: true, $eq: tokenHash } }); // ADR 12
    if (payment && isHosted(payment)) return payment;
  }
  return null;
}

/**
 * The path of the page on which the customer pays.
 * @param part appended to the path, such as `/state`
 * @param follow for a customer who waits: once the payment is paid, the page leads on instead of showing the result
 */
export const checkoutPath = (payment: HostedPayment, { part = '', follow = false } = {}): string =>
  `/payment/checkout${part}?payment_trx=${tokenOf(payment)}${follow ? '&follow=1' : ''}`;

export const checkoutUrl = (payment: HostedPayment): string => `${config.publicUrl}${checkoutPath(payment)}`;
