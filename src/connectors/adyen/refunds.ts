import { DAY_MS, HOUR_MS } from '../../time.js';
import { ConnectorError, KeyTaken, NotDecided } from '../connector.js';
import { answerForm, nothing } from '../http/answer.js';
import { timeLimit } from '../http/send.js';
import type { RefundAbout, RefundCapabilities, RefundConnector, RefundRequest, RefundResult } from '../refunds.js';
import type { AdyenAccess } from './access.js';
import { fromAdyen, toAdyen, type AdyenAmount } from './amounts.js';
import { createClient } from './client.js';
import { amountForm, readAnswer, text } from './read-answer.js';
import { referenceOf } from './references.js';

/** Adyen names no end; banks take none back for longer. */
export const REFUND_CAPABILITIES: RefundCapabilities = { parts: true, days: 180, asks: 'told', pending: true };

/** Adyen remembers a key for seven days at least, and then takes it for a new one. */
const OLDEST_KEY_MS = 6 * DAY_MS;
/** A capture that is due has been made by then. */
const CAPTURE_TAKES_MS = HOUR_MS / 6;

const REASONS: Record<RefundRequest['reason'], string> = {
  requested_by_customer: 'CUSTOMER REQUEST',
  duplicate: 'DUPLICATE',
  fraudulent: 'FRAUD',
  other: 'OTHER',
};

interface Received {
  status: string;
  pspReference: string;
  paymentPspReference?: string;
  reference?: string;
  amount?: AdyenAmount;
}

const form = answerForm<Received>({
  status: text.valid('received').required(),
  pspReference: text.required(),
  paymentPspReference: text,
  reference: text,
  amount: amountForm.optional().empty(nothing),
});

const refused = (gatewayCode: string): RefundResult => ({ outcome: 'refused', reason: 'refused', gatewayCode });

/** What Adyen has taken on. @throws {ConnectorError} when it is another refund */
function toResult(answer: Received, { key, amount, currency, charge }: RefundAbout): RefundResult {
  const { pspReference: reference, paymentPspReference = charge.reference } = answer;
  const isOurs =
    paymentPspReference === charge.reference && (answer.reference ?? referenceOf(key)) === referenceOf(key);
  if (!isOurs) throw new ConnectorError('Adyen answered about another refund');
  const named = answer.amount && fromAdyen(answer.amount);
  if (named && (named.amount !== amount || named.currency !== currency))
    throw new KeyTaken('Adyen knows the key of this refund for another amount');
  return { outcome: 'pending', reference };
}

/** Refunds by Adyen, which takes them on and tells later what came of them. */
export function createAdyenRefunds(access: AdyenAccess): RefundConnector {
  const client = createClient(access);

  /** What is not captured cannot go back. */
  const refundableFrom = ({ charge }: RefundAbout): number =>
    access.captureDelay === 0 ? 0 : charge.at.getTime() + access.captureDelay * HOUR_MS + CAPTURE_TAKES_MS;

  /** Whether Adyen may have forgotten a key. Such a one is never sent again: it would give back once more. */
  const isForgotten = (about: RefundAbout): boolean =>
    Date.now() - Math.max(about.since.getTime(), refundableFrom(about)) > OLDEST_KEY_MS;

  return {
    capabilities: REFUND_CAPABILITIES,

    async refund({ reason }, about) {
      const { charge, key, amount, currency } = about;
      if (charge.reference === undefined) return refused('charge_unknown');
      if (Date.now() < refundableFrom(about)) return { outcome: 'pending' };
      if (isForgotten(about)) throw new NotDecided('The key of the refund is too old for Adyen to know it still');
      const body = {
        merchantAccount: access.merchantAccount,
        amount: toAdyen(amount, currency),
        reference: referenceOf(key),
        merchantRefundReason: REASONS[reason],
      };
      const path = `/payments/${encodeURIComponent(charge.reference)}/refunds`;
      const said = await client.call({ path, body, key: referenceOf(key) }, timeLimit(access.timeout));
      if (said.failure) return refused(said.failure.errorCode || `http_${said.failure.status}`);
      return toResult(readAnswer(form, said.body), about);
    },

    /** One that Adyen has named is on its way; for any other it is asked with the same key, while that is safe. */
    fetchRefund(about) {
      if (about.reference !== undefined) return Promise.resolve({ outcome: 'pending', reference: about.reference });
      if (isForgotten(about)) return Promise.reject(new NotDecided('Adyen tells of refunds, and cannot be asked'));
      return Promise.resolve({ outcome: 'unknown' });
    },
  };
}
