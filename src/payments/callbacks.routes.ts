import express, { Router, type Request } from 'express';
import type { CallbackNews, OrderQueries } from '../connectors/orders.js';
import { connectorAt } from '../connectors/index.js';
import { ApiError, notFound, transactionNotFound } from '../errors.js';
import { takesOnly } from '../http/takes-only.js';
import { logger } from '../telemetry/logger.js';
import { aboutPayment } from './about-payment.js';
import { expedite } from './poll-now.js';
import { payments, type PaymentRecord } from './payment.model.js';

const refused = (status: 401 | 422, message: string) => new ApiError(status, 'callback_refused', message);

/** @throws {ApiError} not_found */
function connectorNamed(name: string): OrderQueries {
  try {
    return connectorAt(name, 'orders');
  } catch {
    throw notFound();
  }
}

/**
 * The payment whose current attempt the news is about; a hosted one may have none yet. What does not fit is refused and
 * logged.
 */
async function paymentOf(news: CallbackNews): Promise<PaymentRecord> {
  const payment = await payments.findOne({ _id: news.reference });
  if (payment?.attempts.at(-1)?.key !== news.key) {
    logger.warn('callback.refused', { trx: news.reference, why: 'unknown payment' });
    throw transactionNotFound();
  }
  return payment;
}

/**
 * POST /callbacks/{connector}: a gateway says that something has happened. Only a hint, and harmless when it comes
 * twice: the job that owns the payment asks the gateway itself, now instead of later.
 */
async function takeCallback(req: Request<{ connector: string }>): Promise<void> {
  const body = Buffer.isBuffer(req.body) ? req.body.toString('utf8') : '';
  const news = connectorNamed(req.params.connector).readCallback(req.headers, body);
  if (!news) {
    logger.warn('callback.refused', {
      connector: req.params.connector,
      address: req.ip,
      why: 'signature, age or form',
    });
    throw refused(401, 'The callback is not signed as it should be, or too old');
  }
  const payment = await paymentOf(news);
  await expedite(payment);
  const { gross, currency } = payment.amounts;
  const saysMoney = news.amount > 0; // nothing comes with a refusal
  if (saysMoney && (news.amount !== gross || news.currency !== currency)) {
    logger.warn('callback.refused', { ...aboutPayment(payment), why: 'another amount' });
    throw refused(422, 'The callback is about another amount than the payment');
  }
  logger.info('callback.taken', aboutPayment(payment));
}

const PATH = '/callbacks/:connector';

export const callbackRoutes = Router();
callbackRoutes.post(
  PATH,
  express.raw({ type: () => true, limit: '100kb' }),
  async (req: Request<{ connector: string }>, res) => {
    await takeCallback(req);
    res.status(204).end();
  },
);
callbackRoutes.all(PATH, takesOnly('POST'));
