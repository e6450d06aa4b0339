import type { MethodName } from '../vocabulary.js';

const KINDS = new Map<MethodName, 'card' | 'debit'>([
  ['card', 'card'],
  ['sepa', 'debit'],
]);

/**
 * How money comes by a payment's method: a card is charged, a debit is handed in under a mandate. All others are orders:
 * the customer sends the money elsewhere, can prove it, and may be late. Null while no method is chosen. A method of a
 * newer version counts as an order, too.
 */
export const kindOf = ({ method }: { method: MethodName | null }): 'card' | 'debit' | 'order' | null =>
  method === null ? null : (KINDS.get(method) ?? 'order');
