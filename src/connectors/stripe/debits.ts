import type { About } from '../about.js';
import { ConnectorError, RequestRefused } from '../connector.js';
import { answerForm } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import { noteNoResponse } from '../no-response.js';
import type { DebitConnector, DebitRequest, OrderCapabilities, OrderQueries } from '../orders.js';
import { asRepetition } from '../repetition.js';
import type { StripeAccess } from './access.js';
import { billingDetails } from './billing.js';
import { createClient } from './client.js';
import type { Failure } from './failure.js';
import type { Fields } from './form.js';
import type { Intent } from './intent.js';
import { createIntents } from './intents.js';
import { toDebitResult } from './map-intent.js';
import { readAnswer, text } from './read-answer.js';

export const ORDER_CAPABILITIES: OrderCapabilities = { asks: 'key', closes: 'now', refuses: true };

const mandateForm = answerForm<{ payment_method_details: { sepa_debit: { reference: string } } }>({
  payment_method_details: answerForm({ sepa_debit: answerForm({ reference: text.required() }) }),
});

/** The proof that the mandate was given: Stripe wants to know by which browser. */
const acceptance = ({ payer }: DebitRequest): Fields => ({
  type: 'online',
  online: { ip_address: payer.ip, user_agent: payer.userAgent ?? 'unknown' },
});

const confirmFields = (request: DebitRequest): Fields => ({
  payment_method_data: {
    type: 'sepa_debit',
    sepa_debit: { iban: request.iban },
    billing_details: billingDetails(request.holder, request.payer),
  },
  mandate_data: { customer_acceptance: acceptance(request) },
});

const refusedWith = ({ status }: Failure): RequestRefused =>
  new RequestRefused(`Stripe takes no debit like this: HTTP ${status}`);

/** The mandate's id at Stripe. */
function mandateOf({ latest_charge }: Intent): string | undefined {
  const details = typeof latest_charge === 'object' ? latest_charge?.payment_method_details : undefined;
  return details?.sepa_debit?.mandate ?? undefined;
}

/** SEPA direct debits by Stripe; README.md beside it tells what is done when. */
export function createStripeDebits(access: StripeAccess): OrderQueries & DebitConnector {
  const client = createClient(access);
  const intents = createIntents(client, 'sepa_debit');

  async function readReference(id: string, limit: AbortSignal): Promise<string> {
    const path = `/v1/mandates/${encodeURIComponent(id)}`;
    const { body, failure } = await client.call({ method: 'GET', path }, limit);
    if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about a mandate`);
    return readAnswer(mandateForm, body).payment_method_details.sepa_debit.reference;
  }

  /**
   * The reference that Stripe has given a mandate: banks name this one. The debit is with the banks already, so that one
   * without it is a debit all the same, whatever became of this call.
   */
  async function referenceOf(intent: Intent, { trx }: About, limit: AbortSignal): Promise<{ mandate?: string }> {
    const id = mandateOf(intent);
    if (id === undefined) return {};
    try {
      return { mandate: await readReference(id, limit) };
    } catch (error) {
      noteNoResponse(error, { account: access.account, trx });
      return {};
    }
  }

  /**
   * The intent as it is once it is confirmed.
   * @throws {RequestRefused} when Stripe refuses the debit: then it is closed, so that another account may be asked
   * @throws {ConnectorError} when it was closed before, or it is not sure that it is
   */
  async function confirm(id: string, request: DebitRequest, about: About, limit: AbortSignal): Promise<Intent> {
    const { body, failure, replayed } = await intents.confirm(id, confirmFields(request), about, limit);
    const isOld = failure !== undefined || replayed;
    const intent = isOld ? await asRepetition(intents.read(id, about, limit)) : intents.ours(body, about);
    const isTaken = ['processing', 'succeeded'].includes(intent.status);
    if (isTaken || intent.last_payment_error) return intent;
    if (failure && intent.status !== 'canceled') {
      const { status } = await asRepetition(intents.close(id, about, limit));
      if (status === 'canceled') throw refusedWith(failure);
    }
    throw new ConnectorError(`Stripe has not taken the debit ${id}`);
  }

  return {
    capabilities: ORDER_CAPABILITIES,
    pace: { firstAfter: 5, steps: [5, 10, 15, 30, 60], jitter: 0.2 },
    debitPace: { firstAfter: 30, steps: [60, 600, 3600, 21_600], jitter: 0.2 },

    async createDebit(request, about) {
      const limit = timeLimit(access.timeout);
      const { intent, failure } = await intents.open(about, limit);
      if (failure) throw refusedWith(failure);
      const confirmed = await confirm(intent.id, request, about, limit);
      return { reference: intent.id, ...(await referenceOf(confirmed, about, limit)) };
    },

    async fetchOrder(about) {
      const intent = await intents.of(about, timeLimit(access.timeout));
      return intent ? toDebitResult(intent) : { outcome: 'cancelled' };
    },

    /** A debit that the banks have cannot be called back: then the answer is what it is. */
    async cancelOrder(about) {
      const limit = timeLimit(access.timeout);
      const intent = await intents.of(about, limit);
      return intent ? toDebitResult(await intents.close(intent.id, about, limit)) : { outcome: 'cancelled' };
    },
  };
}
