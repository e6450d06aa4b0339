import { answerForm } from '../http/answer.js';
import type {
  RefundAbout,
  RefundCapabilities,
  RefundConnector,
  RefundRefusal,
  RefundRequest,
  RefundResult,
} from '../refunds.js';
import { createClient, type Call, type SandboxAccess } from './client.js';
import { amount, answerReader, currency, text } from './read-answer.js';

/** What the sandbox gateway says about a refund. */
type Answer =
  | { status: 'pending'; id: string }
  | { status: 'refunded'; id: string; amount: number; currency: string }
  | { status: 'refused'; id: string; decline_code: string }
  | { status: 'taken_back'; id: string };

const read = answerReader<Answer>({
  pending: answerForm({ id: text }),
  refunded: answerForm({ id: text, amount, currency }),
  refused: answerForm({ id: text, decline_code: text }),
  taken_back: answerForm({ id: text }),
});

/** A code that is not here is a refusal all the same: the general one. */
const REASONS = new Map<string, RefundRefusal>([
  ['account_closed', 'account_closed'],
  ['no_funds', 'no_funds'],
  ['charge_disputed', 'disputed'],
]);

function toRefundResult(body: unknown): RefundResult {
  const answer = read(body);
  const { id: reference } = answer;
  switch (answer.status) {
    case 'refunded':
      return { outcome: 'refunded', reference, amount: answer.amount, currency: answer.currency };
    case 'pending':
      return { outcome: 'pending', reference };
    case 'taken_back':
      return { outcome: 'refused', reason: 'account_closed', gatewayCode: answer.status, reference };
    case 'refused': {
      const gatewayCode = answer.decline_code;
      return { outcome: 'refused', reason: REASONS.get(gatewayCode) ?? 'refused', gatewayCode, reference };
    }
  }
}

const toBody = (
  { reason, note }: RefundRequest,
  { trx, amount, currency, charge }: RefundAbout,
  callbackUrl: string | undefined,
) => ({
  reference: trx,
  charge: charge.key,
  amount,
  currency,
  reason,
  note, // undefined: left out of JSON
  callback_url: callbackUrl,
});

export const refundCapabilities = (days: number): RefundCapabilities => ({
  parts: true,
  days,
  asks: 'key',
  pending: true,
});

/** The sandbox gateway's refunds; README.md beside it describes the protocol. */
export function createSandboxRefunds({
  days,
  callbackUrl,
  ...access
}: SandboxAccess & { days: number }): RefundConnector {
  const client = createClient(access);

  async function call(what: Call): Promise<RefundResult> {
    const body = await client(what, 'refund_unknown');
    return body === undefined ? { outcome: 'unknown' } : toRefundResult(body);
  }

  return {
    capabilities: refundCapabilities(days),
    refund: (request, about) =>
      call({
        method: 'POST',
        path: '/refunds',
        headers: { 'idempotency-key': about.key },
        body: toBody(request, about, callbackUrl),
        trace: about.trace,
      }),
    fetchRefund: ({ key, trace }) => call({ method: 'GET', path: `/refunds/${encodeURIComponent(key)}`, trace }),
    async simulateReturn({ key, trace }) {
      const path = `/refunds/${encodeURIComponent(key)}/take-back`;
      return (await client({ method: 'POST', path, trace }, 'refund_not_refunded')) !== undefined;
    },
  };
}
