import { KeyTaken } from '../connector.js';
import { timeLimit } from '../http/send.js';
import type { RefundAbout, RefundCapabilities, RefundConnector, RefundRequest, RefundResult } from '../refunds.js';
import type { CashfreeAccess } from './access.js';
import { createClient, type Client } from './client.js';
import { refusedWith, saysUnknown, type Failure } from './failure.js';
import { refundIdOf } from './names.js';
import { readRefund, refusal, toRefundResult, moneyOfRefund, type Refund } from './refund.js';
import { asRepetition } from '../repetition.js';
import { toRupees } from './rupees.js';

/** Cashfree takes none back for longer than six months. */
export const REFUND_CAPABILITIES: RefundCapabilities = { parts: true, days: 180, asks: 'key', pending: true };

const pathOf = ({ charge }: Pick<RefundAbout, 'charge'>): string => `/orders/${encodeURIComponent(charge.key)}/refunds`;

/** Cashfree's notes have 3 to 100 characters. */
function noteOf({ note = '', reason }: RefundRequest): string {
  const characters = [...note];
  return characters.length >= 3 ? characters.slice(0, 100).join('') : reason.replaceAll('_', ' ');
}

const fieldsOf = (request: RefundRequest, about: RefundAbout) => ({
  refund_id: refundIdOf(about.key),
  refund_amount: toRupees(about),
  refund_note: noteOf(request),
  refund_speed: 'STANDARD',
});

/** The refund of a key; undefined when Cashfree has never heard of it, or of the payment. */
export async function findRefund(client: Client, about: RefundAbout, limit: AbortSignal): Promise<Refund | undefined> {
  const path = `${pathOf(about)}/${encodeURIComponent(refundIdOf(about.key))}`;
  const body = await client.find(path, 'a refund', limit);
  return body === undefined ? undefined : readRefund(body, about);
}

/** Whether Cashfree has refused for good. That there is such a refund is no refusal, even while it does not show it yet. */
const isRefusal = (failure: Failure): boolean =>
  saysUnknown(failure) || (failure.status === 400 && !/exist/.test(failure.code)) || /not_allowed/.test(failure.code);

/** Refunds by Cashfree; README.md beside it tells what was only read. */
export function createCashfreeRefunds(access: CashfreeAccess): RefundConnector {
  const client = createClient(access);

  /** @throws {KeyTaken} when it is for other money than was asked for */
  function asAsked(refund: Refund, about: RefundAbout): RefundResult {
    const { amount, currency } = moneyOfRefund(refund);
    if (amount === about.amount && currency === about.currency) return toRefundResult(refund);
    throw new KeyTaken('Cashfree knows this key for another amount');
  }

  return {
    capabilities: REFUND_CAPABILITIES,

    async refund(request, about) {
      const limit = timeLimit(access.timeout);
      const call = { method: 'POST', path: pathOf(about), body: fieldsOf(request, about) } as const;
      const { body, failure } = await client.call(call, limit);
      if (!failure) return asAsked(readRefund(body, about), about);
      const found = await asRepetition(findRefund(client, about, limit));
      if (found) return asAsked(found, about);
      if (isRefusal(failure)) return refusal(failure.code, failure.code);
      throw refusedWith(failure, 'a refund');
    },

    async fetchRefund(about) {
      const found = await findRefund(client, about, timeLimit(access.timeout));
      return found ? toRefundResult(found) : { outcome: 'unknown' };
    },
  };
}
