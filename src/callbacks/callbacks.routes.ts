import express, { Router, type Request, type RequestHandler } from 'express';
import { isOneContract } from '../connectors/gateway.js';
import type { AnyNews, CallbackNews, ChargeRefunded } from '../connectors/callbacks.js';
import { orUnavailable } from '../connectors/no-response.js';
import { oweInquiry } from '../disputes/dispute-inquiry.js';
import { keepToldDispute } from '../disputes/keep-told-dispute.js';
import { ApiError, notFound, transactionNotFound } from '../errors.js';
import type { Account } from '../gateways/account.model.js';
import { accountNamed, accountsAt, lookUpAccount } from '../gateways/accounts.js';
import { callbacksOf, disputesOf, gatewayOf, refundsOf } from '../gateways/connectors.js';
import { takesOnly } from '../http/takes-only.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from '../payments/about-payment.js';
import { isOnlyTold } from '../payments/connector-of.js';
import { keepTold } from '../payments/keep-told.js';
import { expedite } from '../payments/poll-now.js';
import { readPayment, type PaymentRecord } from '../payments/payment.model.js';
import { isFinal } from '../payments/states.js';
import { aboutRefund } from '../refunds/about-refund.js';
import { keepToldRefund } from '../refunds/keep-told-refund.js';
import { expediteRefund } from '../refunds/recheck-refund.js';
import { callbacksCame } from './callbacks-came.js';
import { paymentOf, paymentOfCharge } from './find-payment.js';
import { refundIn } from './find-refund.js';

const refused = (status: 401 | 422, message: string) => new ApiError(status, 'callback_refused', message);

/**
 * The accounts that an address is for: the one it names, or, as `/callbacks/sandbox`, all of a gateway without
 * secrets of its own accounts.
 * @throws {ApiError} not_found: nobody has such an account, or what there is is closed
 */
async function accountsBehind(name: string): Promise<[Account, ...Account[]]> {
  const account = await lookUpAccount(name);
  const named = account ? [account] : accountsAt(name).map(accountNamed);
  const [first, ...others] = named.filter(({ status }) => status !== 'closed');
  const isOwn = account !== undefined || (first && isOneContract(gatewayOf(first)));
  if (!first || !isOwn) throw notFound();
  return [first, ...others];
}

/** How the gateway is understood that calls an address. @throws {ApiError} not_found, when its gateway never does, too */
async function readerAt(name: string) {
  const accounts = await accountsBehind(name);
  const reader = callbacksOf(accounts[0]._id);
  if (!reader) throw notFound();
  return { accounts, reader };
}

/** The gateway is asked what it is, and first about a payment that has not ended; one that cannot be asked has said it all. */
async function takeOfDispute(payment: PaymentRecord, { dispute }: Pick<CallbackNews, 'dispute'>): Promise<void> {
  logger.info('callback.taken', { ...aboutPayment(payment), about: 'dispute' });
  const isTold = disputesOf(payment.account)?.capabilities.asks === 'told';
  if (isTold && dispute) await keepToldDispute(payment, dispute);
  else {
    await oweInquiry(payment, new Date());
    if (!isFinal(payment.status)) await expedite(payment);
  }
}

/** What a gateway says of a refund that cannot be asked for it: its payment is known, and which refund it is perhaps later. */
async function takeToldRefund({ key, reference, refund }: CallbackNews, accounts: Account[]): Promise<boolean> {
  const payment = refund && (await readPayment(reference));
  const isTold = payment && refundsOf(payment.account)?.capabilities.asks === 'told';
  if (!isTold || !accounts.some(({ _id }) => _id === payment.account)) return false;
  logger.info('callback.taken', { ...aboutPayment(payment), about: 'refund' });
  await keepToldRefund(payment, { key, result: refund });
  return true;
}

/** @throws {ApiError} transaction_not_found, logged, when we have no such refund: it was not asked for by us */
async function takeOfRefund(news: CallbackNews | ChargeRefunded, accounts: Account[]): Promise<void> {
  if (!('charge' in news) && (await takeToldRefund(news, accounts))) return;
  const of = await refundIn(news, accounts);
  if (!of) {
    const about = 'charge' in news ? { reference: news.charge } : { trx: news.reference };
    logger.warn('callback.refused', { ...about, why: 'unknown refund' });
    throw transactionNotFound();
  }
  logger.info('callback.taken', aboutRefund(of.payment, of.refund));
  await expediteRefund(of);
}

/**
 * Has the job that the news is for ask the gateway now instead of later. Harmless when it comes twice.
 * @throws {ApiError} transaction_not_found, callback_refused
 */
async function take(news: AnyNews, accounts: Account[]): Promise<void> {
  if (news.about === 'refund') return takeOfRefund(news, accounts);
  if ('charge' in news) return takeOfDispute(await paymentOfCharge(news.charge, accounts), {});
  const payment = await paymentOf(news, accounts);
  if (news.about === 'dispute') return takeOfDispute(payment, news);
  const isWord = news.result !== undefined || news.closed !== undefined;
  if (isWord && isOnlyTold(payment)) await keepTold(payment, news);
  else await expedite(payment);
  const { gross, currency } = payment.amounts;
  const saysMoney = news.amount !== undefined && news.amount > 0; // nothing comes with a refusal
  if (saysMoney && (news.amount !== gross || news.currency !== currency)) {
    logger.warn('callback.refused', { ...aboutPayment(payment), why: 'another amount' });
    throw refused(422, 'The callback is about another amount than the payment');
  }
  logger.info('callback.taken', aboutPayment(payment));
}

/** Our record of a charge comes after it, and a minute or two later when the gateway's answer was lost. */
const AHEAD_MS = 300_000;

/** Whether news of a charge that nobody knows may have come before our record of it. */
const mayBeAhead = (news: AnyNews): boolean =>
  'charge' in news && news.about === 'dispute' && Date.now() - (news.at?.getTime() ?? 0) < AHEAD_MS;

/**
 * Takes what a gateway sends together: one item that is not ours, which is logged, leaves the others as they are. A company
 * that signs with an account's own secret may serve others with it, and would send what we refuse for days: it hears yes,
 * unless what it says may be ours in a moment.
 */
async function takeEach(list: AnyNews[], accounts: [Account, ...Account[]]): Promise<void> {
  const isTold = list.length === 1 && isOneContract(gatewayOf(accounts[0]));
  for (const news of list) {
    try {
      await take(news, accounts);
    } catch (error) {
      if (isTold || mayBeAhead(news) || !(error instanceof ApiError)) throw error;
    }
  }
}

/**
 * POST /callbacks/{account}: a gateway says that something has happened. Only a hint: what it is about is asked.
 * @returns what the gateway wants to read
 */
async function takeCallback(req: Request<{ account: string }>): Promise<string | undefined> {
  const body = Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '';
  const { accounts, reader } = await readerAt(req.params.account);
  const news = await orUnavailable((async () => reader.readCallback(req.headers, body))());
  callbacksCame.inc({ account: req.params.account, genuine: news ? 'yes' : 'no' });
  if (!news) {
    logger.warn('callback.refused', { account: req.params.account, address: req.ip, why: 'signature, age or form' });
    throw refused(401, 'The callback is not signed as it should be, or too old');
  }
  await takeEach(news, accounts);
  return reader.yes;
}

const PATH = '/callbacks/:account';

/** An address that there is not is none by any method: whoever looks at a mistyped one in a browser must not think it there. */
const requireAddress: RequestHandler<{ account: string }> = async ({ params }, _res, next) => {
  await readerAt(params.account);
  next();
};

export const callbackRoutes = Router();
callbackRoutes.post(
  PATH,
  express.raw({ type: () => true, limit: '256kb' }),
  async (req: Request<{ account: string }>, res) => {
    const yes = await takeCallback(req);
    if (yes === undefined) res.status(204).end();
    else res.status(200).type('text/plain').send(yes);
  },
);
callbackRoutes.all(PATH, requireAddress, takesOnly('POST'));
