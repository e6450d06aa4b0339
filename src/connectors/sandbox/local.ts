import type { About } from '../about.js';
import type { CallbackNews, ImmediateCallbackReader } from '../callbacks.js';
import { ConnectorError } from '../connector.js';
import {
  isClosed,
  type AsyncPaymentResult,
  type DebitRequest,
  type DebitConnector,
  type OrderCapabilities,
  type OrderQueries,
  type UpiConnector,
  type UpiRequest,
  type WalletConnector,
  type WalletRequest,
} from '../orders.js';
import type { Behaviour } from './behaviour.js';
import { createCallbackReader } from './callback.js';
import { createClient, type Call, type SandboxAccess } from './client.js';
import { toDebit, toAsyncPaymentResult, toPayee, toWallet } from './map-order.js';
import { createQuestions } from './questions.js';

const common = (
  { expiresAt, callbackUrl }: UpiRequest | WalletRequest | DebitRequest,
  { trx, amount, currency }: About,
) => ({
  reference: trx,
  amount,
  currency,
  expires_at: expiresAt.toISOString(),
  callback_url: callbackUrl,
});

const upiBody = (request: UpiRequest, about: About) => ({
  kind: 'upi',
  ...common(request, about),
  mobile: request.mobile,
  note: request.note,
});

const walletBody = (request: WalletRequest, about: About) => ({
  kind: 'wallet',
  ...common(request, about),
  mobile: request.mobile,
  wallet: request.wallet,
  language: request.language,
  return_url: request.returnUrl,
});

const debitBody = (request: DebitRequest, about: About) => ({
  kind: 'debit',
  ...common(request, about),
  iban: request.iban,
  holder: request.holder,
  mandate: request.mandate,
});

export const orderCapabilities = (behaviours?: ReadonlySet<Behaviour>): OrderCapabilities => ({
  asks: behaviours?.has('by-reference') ? 'reference' : 'key',
  closes: 'now',
  refuses: true,
});

/** The sandbox gateway for UPI and wallets; README.md beside it describes the protocol. */
export function createSandboxLocalConnector(
  access: SandboxAccess,
): OrderQueries & UpiConnector & WalletConnector & DebitConnector & ImmediateCallbackReader<CallbackNews> {
  const client = createClient(access);
  const capabilities = orderCapabilities(access.behaviours);

  /** @throws {ConnectorError} when the gateway does not know the order: what has become of the money is unknown */
  async function post(path: string, body: object, about: Pick<Call, 'headers' | 'trace'> = {}): Promise<unknown> {
    return client({ method: 'POST', path, body, ...about });
  }

  /** @throws {ConnectorError} when the order is closed already, so that nobody can pay it */
  async function create(body: object, { key, trace }: About): Promise<unknown> {
    const order = await post('/orders', body, { headers: { 'idempotency-key': key }, trace });
    if (isClosed(toAsyncPaymentResult(order))) throw new ConnectorError('The order of this key is closed already');
    return order;
  }

  const act = async (about: About, way: string, body: object = {}): Promise<AsyncPaymentResult> =>
    toAsyncPaymentResult(await post(`/orders/${orderName(about)}/${way}`, body, { trace: about.trace }));

  /** By our key, or by the order's own reference: then one that never came was shown to nobody. */
  function orderName({ key, reference }: About): string {
    if (capabilities.asks === 'key') return encodeURIComponent(key);
    if (reference === undefined) throw new ConnectorError('The reference of the order never came');
    return encodeURIComponent(reference);
  }

  async function fetchByReference(about: About): Promise<AsyncPaymentResult> {
    const body = await client({ method: 'GET', path: `/orders/${orderName(about)}`, trace: about.trace });
    return toAsyncPaymentResult(body);
  }

  return {
    capabilities,
    pace: { firstAfter: 5, steps: [5, 10, 15, 30, 60], jitter: 0.2 },
    debitPace: { firstAfter: 5, steps: [5, 10, 60, 600, 3600, 21_600], jitter: 0.2 },
    createUpi: async (request, about) => toPayee(await create(upiBody(request, about), about), about),
    createWallet: async (request, about) => toWallet(await create(walletBody(request, about), about)),
    createDebit: async (request, about) => toDebit(await create(debitBody(request, about), about)),
    fetchOrder: capabilities.asks === 'key' ? createQuestions(client) : fetchByReference,
    executeWallet: (about) => act(about, 'execute'),
    cancelOrder: (about) =>
      capabilities.asks === 'reference' && about.reference === undefined
        ? Promise.resolve({ outcome: 'cancelled' })
        : act(about, 'close'),
    readCallback: createCallbackReader(access),
    async simulate(about, action) {
      await act(about, 'act', { action });
    },
  };
}
