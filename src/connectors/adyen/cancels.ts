import type { About } from '../about.js';
import { type ConnectorError, NotDecided, RequestRefused } from '../connector.js';
import { answerForm } from '../http/answer.js';
import type { AdyenAccess } from './access.js';
import type { Client, Said } from './client.js';
import { readAnswer, text } from './read-answer.js';
import { referenceOf } from './references.js';

const received = answerForm<{ status: string }>({ status: text.valid('received').required() });

/** What Adyen answers where it knows no such payment. */
const UNKNOWN = [404, 422];

/** What is known once a cancellation was asked for: nothing yet. @param isTakenOn what ask() said */
export const notKnownYet = (isTakenOn: boolean): ConnectorError =>
  isTakenOn
    ? new NotDecided('Adyen will tell whether it has cancelled the payment')
    : new RequestRefused('Adyen refuses to cancel the payment');

/** Cancellations: Adyen takes them on, and tells later what came of them. */
export function createCancels(client: Client, { merchantAccount }: Pick<AdyenAccess, 'merchantAccount'>) {
  // The cancellation has the payment's reference as its own, so that whichever the webhook carries means this key.
  const byOurs = (reference: string, limit: AbortSignal): Promise<Said> =>
    client.call(
      { path: '/cancels', body: { merchantAccount, paymentReference: reference, reference }, key: `${reference}-c` },
      limit,
    );

  const byTheirs = (reference: string, psp: string, limit: AbortSignal): Promise<Said> => {
    const path = `/payments/${encodeURIComponent(psp)}/cancels`;
    return client.call({ path, body: { merchantAccount, reference }, key: `${reference}-p` }, limit);
  };

  return {
    /**
     * Asks for a payment to be cancelled: by Adyen's own reference where it is known, else by ours. Asked again it is the
     * same cancellation.
     * @returns whether Adyen has taken that on: if not, it has refused
     * @throws {ConnectorError} when that is not sure
     */
    async ask({ key, reference: psp }: About, limit: AbortSignal): Promise<boolean> {
      const reference = referenceOf(key);
      const hasTheirs = psp !== undefined && psp !== reference;
      const first = hasTheirs ? await byTheirs(reference, psp, limit) : await byOurs(reference, limit);
      const isUnknown = hasTheirs && first.failure !== undefined && UNKNOWN.includes(first.failure.status);
      const { body, failure } = isUnknown ? await byOurs(reference, limit) : first;
      if (failure) return false;
      readAnswer(received, body);
      return true;
    },
  };
}
