import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CommonFault } from '../faults.js';
import { writeJson } from '../write-json.js';

/** How a call is spoiled. 422: nothing was done; the others come after the work. */
export type Fault = CommonFault | '422' | 'other amount' | 'other payment' | 'pending';

/** What an answer says on purpose instead of the truth. */
const FORGED: Partial<Record<Fault, object>> = {
  'other amount': { amount: { value: 1, currency: 'EUR' } },
  'other payment': { merchantReference: 'somebodyelse', pspReference: 'AAAAAAAAAAAAAAAA' },
  pending: { resultCode: 'Pending' },
};

/** Writes an answer, as far as the fault lets it. */
export function writeAnswer(
  call: IncomingMessage,
  response: ServerResponse,
  { status, body, isTransient = false }: { status: number; body: object; isTransient?: boolean },
  fault?: Fault,
): void {
  const key = call.headers['idempotency-key'];
  const headers = {
    ...(typeof key === 'string' && { 'idempotency-key': key }),
    ...(isTransient && { 'transient-error': 'true' }),
  };
  writeJson(call, response, { status, body: { ...body, ...(fault && FORGED[fault]) }, headers }, fault);
}
