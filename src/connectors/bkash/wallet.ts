import { isEqual } from '../../crypto/is-equal.js';
import type { About } from '../about.js';
import { ConnectorError, NotDecided, NothingTaken, RequestRefused } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { AsyncPaymentResult, OrderCapabilities, OrderQueries, WalletConnector } from '../orders.js';
import type { BkashAccess } from './access.js';
import { claims } from './claims.js';
import { CHECKOUT, createClient, type Client } from './client.js';
import { createBody, readCreated } from './create.js';
import { createExecute } from './execute.js';
import { isOurs, isWord } from './failure.js';
import type { Payment } from './payment.js';
import { closedAs, findPayment, isOlderThan, isOpen, referenceOf, resultOf } from './questions.js';
import { toPaisa } from './read-answer.js';
import { tookNothing } from '../took-nothing.js';

/** It is closed by us, never to be executed; that a customer refused, only their return says for sure. */
export const ORDER_CAPABILITIES: OrderCapabilities = { asks: 'reference', closes: 'now', refuses: false };

/** Seconds that making a payment may take: a merchant waits for it. */
const CREATE_TAKES = 10;

/** Seconds after which a payment is tried even if bKash does not say that its customer has agreed. */
const TRIED_AFTER = 60;

const isAsAsked = (payment: Payment, { amount, currency }: About): boolean =>
  (payment.amount === undefined || toPaisa(payment.amount) === amount) && payment.currency === currency;

/** As if agreed to: money moves only when the customer really has. */
const tried = ({ amount, currency }: About): AsyncPaymentResult => ({
  outcome: 'agreed',
  amount,
  currency,
  perhaps: true,
});

/**
 * bKash, by Checkout (URL): only `execute` moves money, and only of a payment whose customer has agreed. README.md beside
 * it tells why each step is as it is.
 */
export function createBkashWallet(
  access: BkashAccess,
  client: Client = createClient(access),
): OrderQueries & WalletConnector {
  /** What bKash says of a payment, and what only we know of it: that first, since bKash may say more a moment later. */
  async function look(about: About) {
    const claim = await claims.of(referenceOf(about));
    const payment = await findPayment(client, about, timeLimit(access.timeout));
    const result = resultOf(payment, about);
    const isExecuting = claim.calls.length > 0;
    if (claim.isClosed && isOpen(result)) return { result: closedAs(claim), isExecuting, mayBeTried: false };
    const mayBeTried = result.outcome === 'waiting' && payment !== undefined && isAsAsked(payment, about);
    return { result, isExecuting, mayBeTried };
  }

  /**
   * Has nobody execute a payment from now on, and then asks what has become of it.
   * @param refusedAs why, when its customer has refused it
   * @returns null while an `execute` has had no answer
   * @throws {ConnectorError} while MongoDB is away, too
   */
  async function close(about: About, refusedAs?: string): Promise<AsyncPaymentResult | null> {
    const claim = await claims.close(referenceOf(about), refusedAs).catch((error: unknown) => {
      throw new ConnectorError('Nothing is closed at bKash while MongoDB is away', { cause: error });
    });
    const result = resultOf(await findPayment(client, about, timeLimit(access.timeout)), about);
    return isOpen(result) ? claim && closedAs(claim) : result;
  }

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: { firstAfter: 10, steps: [10, 15, 30, 60], jitter: 0.2 },

    /** Never repeated: each call makes another payment. Whatever goes wrong, nobody has seen the page of one. */
    async createWallet(request, about) {
      if (request.wallet !== 'BKASH') throw new NothingTaken('bKash has no other wallet than its own');
      const limit = timeLimit(Math.min(CREATE_TAKES, access.timeout));
      try {
        const said = await client.call(`${CHECKOUT}/create`, createBody(request, about), limit);
        if (said.failure === undefined) return readCreated(said.body, about);
        if (isOurs(said.failure)) throw client.misconfigured(`"create" was answered ${said.failure}`);
        if (isWord(said.failure)) throw new RequestRefused(`bKash takes no payment like this: ${said.failure}`);
        throw client.undecided(said.failure, 'a new payment');
      } catch (error) {
        throw tookNothing(error);
      }
    },

    executeWallet: createExecute(access, client),

    async fetchOrder(about) {
      const { result, isExecuting, mayBeTried } = await look(about);
      return mayBeTried && (isExecuting || isOlderThan(TRIED_AFTER, about)) ? tried(about) : result;
    },

    /** From now on nobody executes it, and so nobody pays it. */
    async cancelOrder(about) {
      if (about.reference === undefined) return { outcome: 'cancelled' };
      const result = await close(about);
      if (result) return result;
      throw new NotDecided('bKash has not said what came of "execute"');
    },

    /** That a customer has cancelled or failed stands nowhere but in their return; what bKash says goes before it. */
    async returned(about, query) {
      const { result, isExecuting, mayBeTried } = await look(about);
      const { reference = '', returnSignature } = about;
      const isAboutIt = query.paymentID === reference;
      const isGenuine = isAboutIt && returnSignature !== undefined && isEqual(query.signature ?? '', returnSignature);
      if (!mayBeTried) return result;
      if (isExecuting || (isAboutIt && query.status === 'success')) return tried(about); // harmless, whoever wrote it
      if (!isGenuine || (query.status !== 'cancel' && query.status !== 'failure')) return result;
      const refusedAs = query.status === 'failure' ? query.status : undefined;
      return (await close(about, refusedAs)) ?? tried(about);
    },
  };
}
