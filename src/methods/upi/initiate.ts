import { config } from '../../../config/index.js';
import type { ApiRequest } from '../../api/api-route.js';
import { duplicateIdentifier } from '../../errors.js';
import type { UpiPayee } from '../../connectors/orders.js';
import { aboutAttempt } from '../../payments/attempts.js';
import { connectorOf } from '../../payments/connector-of.js';
import { checkedOrder } from '../../payments/checked-order.js';
import type { PaymentRecord } from '../../payments/payment.model.js';
import { beginLocal, type LocalMethod, type OpenOrder } from '../local/begin-local.js';
import { presentWait } from '../local/present-local.js';
import { drawnQrCode, drawSoon } from './drawn.js';
import { upiInitiateSchema } from './schema.js';
import { paymentLinks, type PaymentLinks } from './upi-link.js';

export const UPI = {
  name: 'upi',
  label: 'UPI',
  status: 'awaiting_payment',
  chosen: 'upi_chosen',
  opened: 'upi_opened',
  expiry: config.upi.expiry,
} as const satisfies LocalMethod;

const linksTo = (payee: UpiPayee, { _id: trx, amounts, details, siteName, identifier }: PaymentRecord): PaymentLinks =>
  paymentLinks({ payee, trx, amount: amounts.gross, names: [details, siteName, identifier] });

/** The deeplinks of a UPI payment; its `upi` link is what the QR code holds. */
export function linksOf(payment: PaymentRecord): PaymentLinks {
  if (!payment.local?.upi) throw new Error(`Payment ${payment._id} has no UPI payee`);
  return linksTo(payment.local.upi, payment);
}

/** Opens the order at the gateway. */
export const openUpi: OpenOrder = async (terms, payment) => {
  const upi = await connectorOf(payment, 'upi').createUpi({ ...terms, note: payment.details }, aboutAttempt(payment));
  drawSoon(() => linksTo(upi, payment).upi);
  return { upi };
};

/** POST /h2h/initiate for UPI: open an order at the gateway, save, answer with QR code and deeplinks. */
export async function initiateUpi(request: ApiRequest): Promise<object> {
  const { order, route, fee } = checkedOrder(upiInitiateSchema, { ...request, method: UPI.name, label: UPI.label });
  const payment = await beginLocal(UPI, { ...request, route, order, fee }, openUpi);
  if (!payment.local?.upi) throw duplicateIdentifier(); // it was paid before this call could say how
  const paymentlinks = linksOf(payment);
  return {
    status: 'success',
    trx: payment._id,
    qr_code: drawnQrCode(paymentlinks.upi).toString('base64'),
    qr_content: paymentlinks.upi,
    paymentlinks,
    ...presentWait(payment),
  };
}
