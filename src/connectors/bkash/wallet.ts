import { createHash, timingSafeEqual } from 'node:crypto';
import type { About } from '../about.js';
import { ConnectorError, NotDecided, NothingTaken } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { AsyncPaymentResult, OrderCapabilities, OrderQueries, WalletConnector } from '../orders.js';
import type { BkashAccess } from './access.js';
import { CHECKOUT, createClient, type Client } from './client.js';
import { createBody, readCreated, tookNothing } from './create.js';
import { isOfState, isOurs, isUnknown, reasonOf } from './failure.js';
import { readPayment, toResult, type Payment } from './payment.js';
import { toPaisa } from './read-answer.js';
import { unanswered } from './unanswered.js';

/** Nothing closes a payment but that it is not executed; that a customer refused, only their return says for sure. */
export const ORDER_CAPABILITIES: OrderCapabilities = { asks: 'reference', closes: 'never', refuses: false };

/** Seconds after which bKash executes a payment no more: nothing comes of it later. */
const LIFE = 86_400;

/** Seconds after which a payment is tried even if bKash does not say that its customer has agreed. */
const TRIED_AFTER = 60;

const isOlderThan = (seconds: number, { since }: About): boolean => Date.now() - since.getTime() >= seconds * 1000;

/** @throws {ConnectorError} when the answer to `create` never came: then nobody was shown a page */
function referenceOf({ reference }: About): string {
  if (reference === undefined) throw new ConnectorError('The paymentID never came');
  return reference;
}

const digest = (value: string): Buffer => createHash('sha256').update(value).digest();

/** In constant time. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** As agreed to, so that it is tried: money moves only when the customer really has agreed. */
const tried = ({ amount, currency }: Payment): AsyncPaymentResult => ({
  outcome: 'agreed',
  amount: toPaisa(amount),
  currency,
});

/**
 * bKash, by Checkout (URL): only `execute` moves money, and only of a payment whose customer has agreed. README.md beside
 * it tells why each step is as it is.
 */
export function createBkashWallet(
  access: BkashAccess,
  client: Client = createClient(access),
): OrderQueries & WalletConnector {
  /** @returns undefined when bKash knows no such payment */
  async function find(about: About, limit: AbortSignal): Promise<Payment | undefined> {
    const paymentID = referenceOf(about);
    const { body, failure } = await client.call(`${CHECKOUT}/payment/status`, { paymentID }, limit);
    if (failure === undefined) return readPayment(body, about);
    if (isUnknown(failure)) return undefined;
    throw isOurs(failure)
      ? client.misconfigured(`a question was answered ${failure}`)
      : client.undecided(failure, 'it');
  }

  /** A payment that was asked for too early is not there yet; one that was forgotten can never be executed. */
  function ofUnknown(about: About): AsyncPaymentResult {
    if (isOlderThan(LIFE, about)) return { outcome: 'cancelled' };
    throw new ConnectorError('bKash does not know the payment');
  }

  /** Whether a payment that is open is to be executed without knowing that its customer has agreed. */
  const isToBeTried = async (about: About): Promise<boolean> =>
    isOlderThan(TRIED_AFTER, about) || (await unanswered.has(referenceOf(about)));

  async function fetchOrder(about: About): Promise<AsyncPaymentResult> {
    const payment = await find(about, timeLimit(access.timeout));
    if (!payment) return ofUnknown(about);
    const result = toResult(payment);
    const isAsked = toPaisa(payment.amount) === about.amount && payment.currency === about.currency;
    return result.outcome === 'waiting' && isAsked && (await isToBeTried(about)) ? tried(payment) : result;
  }

  /** The same after `execute`, which may have moved money though the question did not. */
  async function findAfter(about: About, limit: AbortSignal): Promise<Payment | undefined> {
    try {
      return await find(about, limit);
    } catch (error) {
      throw error instanceof NothingTaken ? new ConnectorError(error.message, { cause: error }) : error;
    }
  }

  /**
   * What a payment has come to whose `execute` was answered, but not with success.
   * @param isBusy whether an earlier one may still be under way, which this answer says nothing of
   */
  async function afterRefusal(code: string, about: About, isBusy: boolean, limit: AbortSignal) {
    const payment = await findAfter(about, limit);
    const result = payment ? toResult(payment) : ofUnknown(about);
    if (result.outcome !== 'waiting' && result.outcome !== 'agreed') return result;
    if (isBusy) throw new NotDecided('bKash has not said what came of an earlier "execute"');
    const reason = reasonOf(code);
    if (reason) return { outcome: 'refused' as const, reason, gatewayCode: code };
    if (isOfState(code) && result.outcome === 'waiting') return result;
    throw isOurs(code)
      ? client.misconfigured(`"execute" was answered ${code}`)
      : client.undecided(code, 'an execution');
  }

  /** What a payment has come to whose `execute` was not answered: only its completion is sure. */
  async function afterSilence(error: unknown, about: About, limit: AbortSignal): Promise<AsyncPaymentResult> {
    if (!(error instanceof ConnectorError) || error instanceof NothingTaken || limit.aborted) throw error;
    const payment = await findAfter(about, limit).catch(() => undefined); // of both only the first says what is wrong
    const result = payment && toResult(payment);
    if (result?.outcome !== 'paid') throw error;
    return result;
  }

  async function execute(about: About, isBusy: boolean, limit: AbortSignal): Promise<AsyncPaymentResult> {
    const paymentID = referenceOf(about);
    const { body, failure } = await client.call(`${CHECKOUT}/execute`, { paymentID }, limit);
    if (failure !== undefined) return afterRefusal(failure, about, isBusy, limit);
    const result = toResult(readPayment(body, about));
    if (result.outcome === 'paid') return result;
    throw new ConnectorError('bKash has executed a payment, and does not say that it is completed');
  }

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: { firstAfter: 10, steps: [10, 15, 30, 60], jitter: 0.2 },

    /** Never repeated: each call makes another payment. */
    async createWallet(request, about) {
      if (request.wallet !== 'BKASH') throw new NothingTaken('bKash has no other wallet than its own');
      try {
        const said = await client.call(`${CHECKOUT}/create`, createBody(request, about), timeLimit(access.timeout));
        if (said.failure === undefined) return readCreated(said.body, about);
        throw isOurs(said.failure)
          ? client.misconfigured(`"create" was answered ${said.failure}`)
          : client.undecided(said.failure, 'a new payment');
      } catch (error) {
        throw tookNothing(error);
      }
    },

    fetchOrder,

    async executeWallet(about) {
      const reference = referenceOf(about);
      const limit = timeLimit(access.timeout);
      const isBusy = await unanswered.note(reference);
      let result: AsyncPaymentResult;
      try {
        result = await execute(about, isBusy, limit);
      } catch (error) {
        if (!(error instanceof NothingTaken || error instanceof NotDecided)) await unanswered.renew(reference);
        result = await afterSilence(error, about, limit);
      }
      await unanswered.clear(reference);
      return result;
    },

    /** That nobody executes it from now on is up to whoever asks. */
    async cancelOrder(about) {
      if (about.reference === undefined) return { outcome: 'cancelled' };
      const payment = await find(about, timeLimit(access.timeout));
      const result = payment ? toResult(payment) : ofUnknown(about);
      if (result.outcome !== 'waiting' && result.outcome !== 'agreed') return result;
      if (await unanswered.has(about.reference)) throw new NotDecided('bKash has not said what came of "execute"');
      return { outcome: 'cancelled' };
    },

    /** That a customer has cancelled or failed stands nowhere but in their return; what bKash says goes before it. */
    async returned(about, query) {
      const payment = await find(about, timeLimit(access.timeout));
      if (!payment) return ofUnknown(about);
      const result = toResult(payment);
      const { returnSignature: signature } = about;
      const isGenuine =
        query.paymentID === about.reference && signature !== undefined && isSame(query.signature ?? '', signature);
      if (result.outcome !== 'waiting' || !isGenuine) return result;
      if (query.status === 'success' || (await unanswered.has(referenceOf(about)))) return tried(payment);
      if (query.status === 'cancel') return { outcome: 'cancelled' };
      return query.status === 'failure'
        ? { outcome: 'refused', reason: 'do_not_honor', gatewayCode: 'failure' }
        : result;
    },
  };
}
