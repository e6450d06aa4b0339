import { randomUUID } from 'node:crypto';
import type { About } from '../about.js';
import { ConnectorError, NotDecided, NothingTaken } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { AsyncPaymentResult } from '../orders.js';
import { asRepetition } from '../repetition.js';
import type { BkashAccess } from './access.js';
import { claims, type Standing } from './claims.js';
import { CHECKOUT, type Client } from './client.js';
import { isExecuted, isOfState, isOurs, reasonOf } from './failure.js';
import { readPayment, toResult } from './payment.js';
import { closedAs, findPayment, isOpen, referenceOf, resultOf } from './questions.js';

/**
 * Moves the money of a payment. `execute` is sent once: whatever its answer is, but success, bKash is asked what has become
 * of the payment, and without an answer the payment stays in hand.
 */
export function createExecute({ timeout }: BkashAccess, client: Client) {
  /** What a payment has come to. @throws {ConnectorError}, never {NothingTaken}: the question moved nothing, but it does not say that */
  const look = async (about: About, limit: AbortSignal): Promise<AsyncPaymentResult> =>
    resultOf(await asRepetition(findPayment(client, about, limit)), about);

  async function afterRefusal(code: string, about: About, limit: AbortSignal): Promise<AsyncPaymentResult> {
    const result = await look(about, limit);
    const reason = reasonOf(code);
    const refused = reason && { outcome: 'refused' as const, reason, gatewayCode: code };
    if (result.outcome === 'refused') return refused ?? result; // a question is answered without the reason
    if (!isOpen(result)) return result;
    if (isExecuted(code)) throw new NotDecided('bKash has executed a payment, and does not say yet what came of it');
    if (refused) return refused;
    if (isOfState(code)) return { outcome: 'waiting' }; // also when its customer has agreed a moment later
    throw isOurs(code)
      ? client.misconfigured(`"execute" was answered ${code}`)
      : client.undecided(code, 'an execution');
  }

  async function send(about: About, limit: AbortSignal): Promise<AsyncPaymentResult> {
    const paymentID = referenceOf(about);
    const { body, failure } = await client.call(`${CHECKOUT}/execute`, { paymentID }, limit);
    if (failure !== undefined) return afterRefusal(failure, about, limit);
    const result = toResult(readPayment(body, about));
    if (result.outcome === 'paid') return result;
    throw new ConnectorError('bKash has executed a payment, and does not say that it is completed');
  }

  /** Only that the payment is completed is sure then. @throws the error itself when it is not */
  async function afterSilence(error: ConnectorError, about: About, limit: AbortSignal): Promise<AsyncPaymentResult> {
    const result = limit.aborted ? undefined : await look(about, limit).catch(() => undefined); // the first says what is wrong
    if (result?.outcome !== 'paid') throw error;
    return result;
  }

  async function hold(reference: string, by: string): Promise<Standing> {
    try {
      return await claims.hold(reference, by);
    } catch (error) {
      throw new NothingTaken('Nothing is executed at bKash while MongoDB is away', { cause: error });
    }
  }

  /** Lets the payment go after an answer. @throws {NotDecided} for a no beside which another call may be paid yet */
  async function settle(result: AsyncPaymentResult, reference: string, by: string): Promise<AsyncPaymentResult> {
    const isAlone = await (result.outcome === 'refused'
      ? claims.end(reference, by, result.gatewayCode)
      : claims.release(reference, by));
    if (isAlone || result.outcome === 'paid') return result;
    throw new NotDecided('bKash has not said what came of another "execute"');
  }

  return async function executeWallet(about: About): Promise<AsyncPaymentResult> {
    const reference = referenceOf(about);
    const limit = timeLimit(timeout);
    const by = randomUUID();
    const before = await hold(reference, by);
    if (before.isClosed) {
      const result = await look(about, limit);
      return isOpen(result) ? closedAs(before) : result;
    }
    let result: AsyncPaymentResult;
    try {
      result = await send(about, limit);
    } catch (error) {
      if (error instanceof NothingTaken) await claims.release(reference, by);
      if (!(error instanceof ConnectorError) || error instanceof NothingTaken) throw error;
      const { isClosed } = await claims.hold(reference, by); // under this call: what came of it is told now or never
      if (error instanceof NotDecided && !isClosed) throw error;
      result = await afterSilence(error, about, isClosed ? timeLimit(timeout) : limit);
    }
    return settle(result, reference, by);
  };
}
