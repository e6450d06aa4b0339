import { createHash } from 'node:crypto';
import type { About } from '../about.js';
import type { CardCapabilities, CardConnector, CardResult } from '../card.js';
import { NotDecided } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { AdyenAccess } from './access.js';
import { createCancels, notKnownYet } from './cancels.js';
import { createClient } from './client.js';
import { INVALID_CARD, type Failure } from './failure.js';
import { toCardResult } from './map-payment.js';
import { readPayment, type PaymentAnswer } from './payment-answer.js';
import { cardPayment } from './payment-request.js';
import { referenceOf } from './references.js';

export const CARD_CAPABILITIES: CardCapabilities = {
  threeDsOff: true,
  tellsCancelled: true,
  asks: 'told',
  closes: 'later',
  closingUndoes: true,
};

/** Adyen has not taken the request up: nobody was asked for money, and another account may be. */
const refusedAtOnce = ({ errorCode, status }: Failure): CardResult => ({
  outcome: 'declined',
  reason: INVALID_CARD.get(errorCode) ?? 'gateway_error',
  gatewayCode: errorCode || `http_${status}`,
});

/** What Adyen knows of what a customer came back with: its own word, else that of an issuer whose page took a form. */
function detailsIn({ redirectResult = '', MD = '', PaRes = '' }: Readonly<Record<string, string>>) {
  if (redirectResult !== '') return { redirectResult };
  return MD !== '' && PaRes !== '' ? { MD, PaRes } : undefined;
}

/** One key for each query: the same one again gives the same answer, and a forged one does not use up the real one's. */
const detailsKey = (key: string, details: object): string =>
  `${referenceOf(key)}-${createHash('sha256').update(JSON.stringify(details)).digest('hex').slice(0, 24)}`;

/**
 * Whether an answer to a customer's query is about this very payment. The query is anybody's: it may be the genuine one
 * of another payment, whose yes is not ours.
 */
const isAbout = ({ merchantReference, pspReference }: PaymentAnswer, { key, reference }: About): boolean =>
  merchantReference === undefined
    ? reference !== undefined && pspReference === reference
    : merchantReference === referenceOf(key);

/** Cards by Adyen: it cannot be asked, and only tells. README.md beside it says what is done when. */
export function createAdyenCards(access: AdyenAccess): CardConnector {
  const client = createClient(access);
  const cancels = createCancels(client, access);

  return {
    capabilities: CARD_CAPABILITIES,

    async authorizeCard(request, about) {
      const call = { path: '/payments', body: cardPayment(access, request, about), key: referenceOf(about.key) };
      const { body, failure } = await client.call(call, timeLimit(access.timeout));
      return failure ? refusedAtOnce(failure) : toCardResult(readPayment(body), about);
    },

    fetchCard: () => Promise.reject(new NotDecided('Adyen tells, and cannot be asked')),

    /**
     * Asks for a cancellation, whose outcome Adyen tells later. A challenge that was not finished by our call moves
     * nothing, whatever the customer has done at the bank: that needs no news.
     */
    async voidCard(about) {
      const isTakenOn = await cancels.ask(about, timeLimit(access.timeout));
      if (about.isUnfinished) return { outcome: 'not_charged' };
      throw notKnownYet(isTakenOn);
    },

    returnFields: ['redirectResult', 'MD', 'PaRes'],

    /** Only this authorizes a payment that was challenged. */
    async returned(about, query) {
      const details = detailsIn(query);
      if (!details) throw new NotDecided('The customer came back with nothing that Adyen would know');
      const call = { path: '/payments/details', body: { details }, key: detailsKey(about.key, details) };
      const { body, failure } = await client.call(call, timeLimit(access.timeout));
      if (failure) throw new NotDecided(`Adyen does not take what the customer came back with: ${failure.errorCode}`);
      const answer = readPayment(body);
      if (!isAbout(answer, about)) throw new NotDecided('The customer came back from another payment');
      return toCardResult(answer, about);
    },
  };
}
