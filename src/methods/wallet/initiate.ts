import { config } from '../../../config/index.js';
import type { ApiRequest } from '../../http/api-route.js';
import { checkedOrder } from '../../payments/checked-order.js';
import { beginLocal } from '../local/begin-local.js';
import { presentWait } from '../local/present-local.js';
import { returnToken } from '../return-token.js';
import { walletInitiateSchema } from './schema.js';

/** POST /h2h/initiate for the wallets of Bangladesh: open an order, save, answer with the wallet's page. */
export async function initiateWallet({ merchant, body, idempotencyKey }: ApiRequest): Promise<object> {
  const { request, order, route } = checkedOrder(walletInitiateSchema, { merchant, body, method: 'wallet' });
  const { payment_method_code: code, language = 'EN', ...customer } = request.customer;
  const about = {
    merchant,
    method: 'wallet',
    route,
    order: { ...order, customer },
    expiry: config.walletExpiry,
    idempotencyKey,
  } as const;
  const payment = await beginLocal(about, async (connector, terms, key, draft) => {
    const returnUrl = `${config.publicUrl}/wallet/return/${returnToken(draft._id, 1)}`;
    const { url } = await connector.createWallet({ ...terms, wallet: code, language, returnUrl }, key);
    return { wallet: { code, language, url } };
  });
  const wallet = payment.local?.wallet;
  if (!wallet) throw new Error(`Payment ${payment._id} has no wallet`);
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
