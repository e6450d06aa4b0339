import { config } from '../../../config/index.js';
import type { ApiRequest } from '../../api/api-route.js';
import { duplicateIdentifier } from '../../errors.js';
import { aboutAttempt } from '../../payments/attempts.js';
import { connectorOf } from '../../payments/connector-of.js';
import { checkedOrder } from '../../payments/checked-order.js';
import type { AsyncPaymentWait } from '../../payments/async-payment-wait.js';
import { beginLocal, type LocalMethod, type OpenOrder } from '../local/begin-local.js';
import { presentWait } from '../local/present-local.js';
import { customerPage, returnAddress } from '../../payments/customer-page.js';
import { walletIn, walletInitiateSchema } from './schema.js';

export const WALLET = {
  name: 'wallet',
  status: 'awaiting_wallet',
  chosen: 'wallet_chosen',
  opened: 'wallet_opened',
  expiry: config.walletExpiry,
} as const satisfies LocalMethod;

type Wallet = NonNullable<AsyncPaymentWait['wallet']>;

/** Opens the order at the gateway. */
export const openWallet =
  (code: Wallet['code'], language: Wallet['language']): OpenOrder =>
  async (terms, payment) => {
    const request = { ...terms, wallet: code, language, returnUrl: returnAddress(payment, 'wallet') };
    const { reference, returnSignature, payee, ...page } = await connectorOf(payment, 'wallet').createWallet(
      request,
      aboutAttempt(payment),
    );
    return {
      wallet: {
        code,
        language,
        ...customerPage(payment, 'wallet', page),
        reference,
        ...(returnSignature !== undefined && { returnSignature }),
        ...(payee && { payee }),
      },
    };
  };

/** POST /h2h/initiate for the wallets of Bangladesh: open an order, save, answer with the wallet's page. */
export async function initiateWallet(call: ApiRequest): Promise<object> {
  const { request, order, route, fee } = checkedOrder(walletInitiateSchema, {
    ...call,
    method: WALLET.name,
    asks: walletIn(call.body),
  });
  const { payment_method_code: code, language = 'EN', ...customer } = request.customer;
  const payment = await beginLocal(
    WALLET,
    { ...call, route, fee, order: { ...order, customer } },
    openWallet(code, language),
  );
  const wallet = payment.local?.wallet;
  if (!wallet) throw duplicateIdentifier(); // it was paid before this call could say how
  return {
    status: 'success',
    trx: payment._id,
    paymentlinks: { [wallet.code.toLowerCase()]: wallet.url },
    payment_method_code: wallet.code,
    language: wallet.language,
    payment_url: wallet.url,
    ...presentWait(payment),
  };
}
