import { toDecimal } from '../../money/amounts.js';
import { parseUrl } from '../../validation/parse-url.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { answerForm, pageAddress } from '../http/answer.js';
import type { WalletOrder, WalletRequest } from '../orders.js';
import { requireSame } from './payment.js';
import { optionalTaka, optionalText, readAnswer, text, toPaisa } from './read-answer.js';

interface Created {
  paymentID: string;
  bkashURL: string;
  amount?: string;
  currency?: string;
  merchantInvoiceNumber?: string;
  successCallbackURL?: string;
}

const MOST_URL = 4096; // characters: bKash's may carry a long hash

const form = answerForm<Created>({
  paymentID: text.required(),
  bkashURL: pageAddress.max(MOST_URL).required(),
  amount: optionalTaka,
  currency: optionalText,
  merchantInvoiceNumber: optionalText,
  successCallbackURL: optionalText.max(MOST_URL),
});

/** The number of the customer's wallet as people in Bangladesh write it, which bKash's page then shows; else our trx. */
const payerOf = (mobile: string, trx: string): string => /^\+88(01[3-9]\d{8})$/.exec(mobile)?.[1] ?? trx;

/** The body of `create`: Checkout (URL) without an agreement, in one step from the merchant's side. */
export const createBody = ({ mobile, returnUrl }: WalletRequest, { key, trx, amount, currency }: About) => ({
  mode: '0011',
  payerReference: payerOf(mobile, trx),
  callbackURL: returnUrl,
  amount: toDecimal(amount, currency),
  currency,
  intent: 'sale',
  merchantInvoiceNumber: key,
});

/** What the customer's browser will bring back when bKash itself sends it; undefined where bKash gives none. */
const signatureIn = (callback: string | undefined): string | undefined =>
  parseUrl(callback ?? '')?.searchParams.get('signature') || undefined;

/**
 * What an answer leaves out is compared when money moves.
 * @throws {ConnectorError} when it is no payment, or one of another amount than was asked for
 */
export function readCreated(body: unknown, { key, amount, currency }: About): WalletOrder {
  const created = readAnswer(form, body);
  requireSame({ key }, created);
  const isOther = created.amount !== undefined && toPaisa(created.amount) !== amount;
  if (isOther || (created.currency ?? currency) !== currency)
    throw new ConnectorError('bKash has made a payment of another amount');
  const returnSignature = signatureIn(created.successCallbackURL);
  return {
    reference: created.paymentID,
    url: created.bkashURL,
    ...(returnSignature !== undefined && { returnSignature }),
  };
}
