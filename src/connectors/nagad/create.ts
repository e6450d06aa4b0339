import { randomBytes } from 'node:crypto';
import Joi from 'joi';
import { toDecimal } from '../../money/amounts.js';
import type { About } from '../about.js';
import { ConnectorError } from '../connector.js';
import { answerForm, readAnswerOf } from '../http/answer.js';
import type { WalletOrder, WalletRequest } from '../orders.js';
import type { Payer } from '../payer.js';
import type { NagadAccess } from './access.js';
import type { Client } from './client.js';
import { dhakaTime } from './dhaka-time.js';
import { orderIdOf } from './order-id.js';
import { pageOf } from './pages.js';

const BDT = '050'; // ISO 4217, as a number
const CHALLENGE_BYTES = 20;

/** An order that Nagad has begun: without the second step it has no page, and nobody can pay it. */
export interface Begun {
  paymentReferenceId: string;
  /** Nagad's own, to be given back to it. */
  challenge: string;
}

const begunForm = answerForm<Begun>({
  paymentReferenceId: Joi.string()
    .pattern(/^[\w+/=.-]{1,255}$/)
    .required(),
  challenge: Joi.string().max(128).required(),
});

const completedForm = answerForm<{ callBackUrl: string; status?: string }>({
  callBackUrl: Joi.string().max(4096).required(),
  status: Joi.string().max(60).allow('', null),
});

/** In a path; Nagad's references end in the = of base64, which may stand there as it is. */
export const inPath = (reference: string): string => encodeURIComponent(reference).replaceAll('%3D', '=');

/** Both steps of making an order at Nagad. */
export function createSteps(access: NagadAccess, client: Client, now: () => Date) {
  const { merchantId, accountNumber } = access;

  /** Says which order is meant, and proves who asks. @throws {ConnectorError} */
  async function begin(key: string, customer: Pick<Payer, 'ip' | 'userAgent'>, limit: AbortSignal) {
    const orderId = orderIdOf(key);
    const datetime = dhakaTime(now());
    const challenge = randomBytes(CHALLENGE_BYTES).toString('hex');
    const body = {
      accountNumber,
      dateTime: datetime,
      ...client.seal({ merchantId, datetime, orderId, challenge }),
    };
    const path = `/check-out/initialize/${merchantId}/${orderId}`;
    const answer = await client.call({ method: 'POST', path, body, customer }, limit);
    const begun = readAnswerOf('Nagad', begunForm, client.open(answer.body));
    return { ...begun, orderId, date: answer.date };
  }

  /** Says what is to be paid. @returns the page of it @throws {ConnectorError} */
  async function complete(
    { paymentReferenceId, challenge, orderId }: Begun & { orderId: string },
    { payer, returnUrl }: Pick<WalletRequest, 'payer' | 'returnUrl'>,
    { amount, currency, trx }: About,
    limit: AbortSignal,
  ): Promise<WalletOrder> {
    const wanted = { merchantId, orderId, currencyCode: BDT, amount: toDecimal(amount, currency), challenge };
    const body = {
      ...client.seal(wanted),
      merchantCallbackURL: returnUrl,
      additionalMerchantInfo: { trx },
    };
    const path = `/check-out/complete/${inPath(paymentReferenceId)}`;
    const answer = await client.call({ method: 'POST', path, body, customer: payer }, limit);
    const { callBackUrl, status } = readAnswerOf('Nagad', completedForm, answer.body);
    if (status && status !== 'Success') throw new ConnectorError('Nagad gives a page, and says that it failed');
    return { reference: paymentReferenceId, url: pageOf(callBackUrl, access) };
  }

  return { begin, complete };
}
