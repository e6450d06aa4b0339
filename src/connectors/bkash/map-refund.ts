import { ConnectorError } from '../connector.js';
import type { RefundRefusal, RefundResult } from '../refunds.js';
import { toPaisa } from './read-answer.js';
import type { Listed } from './refund-list.js';

/** bKash's refusals in our words; what is not here decides nothing. */
const REFUSALS = new Map<string, RefundRefusal>([
  ['2023', 'no_funds'],
  ...['2071', '2072', '2073', '2074', '2075', '2076', '2077', '2078', '2080', '2081', '2082', '2127'].map(
    (code) => [code, 'refused'] as const,
  ),
  ...['2026', '2028', '2034', '2035', '2036'].map((code) => [code, 'refused'] as const),
  ...['2002', '2006', '2033'].map((code) => [code, 'refused'] as const), // no such payment, or no such amount
  ...['2037', '2038', '2039', '2040', '2041', '2042'].map((code) => [code, 'account_closed'] as const),
  ...['2044', '2045', '2046', '2057', '2058'].map((code) => [code, 'account_closed'] as const), // nor such a wallet
]);

export const isRefusal = (code: string): boolean => REFUSALS.has(code);

/** A refusal, in our words and bKash's. */
export const refused = (gatewayCode: string): RefundResult & { outcome: 'refused' } => ({
  outcome: 'refused',
  reason: REFUSALS.get(gatewayCode) ?? 'refused',
  gatewayCode,
});

/** A refund in our words. @throws {ConnectorError} when bKash has a status that nobody here knows */
export function toResult({
  refundTrxId: reference,
  refundTransactionStatus: status,
  refundAmount,
}: Listed): RefundResult {
  if (status === 'Completed') return { outcome: 'refunded', reference, amount: toPaisa(refundAmount), currency: 'BDT' };
  if (['Initiated', 'Pending', 'Processing'].includes(status)) return { outcome: 'pending', reference };
  if (['Failed', 'Cancelled', 'Reversed'].includes(status)) return { ...refused(status), reference };
  throw new ConnectorError('bKash gives a refund a status that nobody here knows');
}
