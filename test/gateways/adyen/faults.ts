import type { IncomingMessage, ServerResponse } from 'node:http';

/** How a call is spoiled. `before`: nothing was done; the others come after the work. */
export type Fault =
  | 'hang'
  | 'reset'
  | 'half'
  | 'garbage'
  | '500'
  | '500 before'
  | '422'
  | '429'
  | 'hang before'
  | 'other amount'
  | 'other payment';

/** What is wrong with an answer on purpose. */
const FORGED: Partial<Record<Fault, object>> = {
  'other amount': { amount: { value: 1, currency: 'EUR' } },
  'other payment': { merchantReference: 'somebodyelse', pspReference: 'AAAAAAAAAAAAAAAA' },
};

/** The faults that wait for calls, by path. */
export function createFaults() {
  const waiting: { path: RegExp; fault: Fault; times: number }[] = [];
  return {
    of(path: string): Fault | undefined {
      const found = waiting.find((each) => each.path.test(path) && each.times > 0);
      if (found) found.times--;
      return found?.fault;
    },
    spoil: (path: RegExp, fault: Fault, times = 1): void => void waiting.push({ path, fault, times }),
    mend: (): void => void waiting.splice(0),
  };
}

/** Writes an answer, as far as the fault lets it. */
export function writeAnswer(
  call: IncomingMessage,
  response: ServerResponse,
  { status, body, isTransient = false }: { status: number; body: object; isTransient?: boolean },
  fault?: Fault,
): void {
  const whole = JSON.stringify({ ...body, ...(fault && FORGED[fault]) });
  const key = call.headers['idempotency-key'];
  const headers = {
    'content-type': 'application/json',
    ...(typeof key === 'string' && { 'idempotency-key': key }),
    ...(isTransient && { 'transient-error': 'true' }),
  };
  if (fault === 'half')
    response.writeHead(status, { ...headers, 'content-length': whole.length }).write(whole.slice(0, 20));
  else response.writeHead(status, headers).end(fault === 'garbage' ? whole.slice(0, whole.length / 2) : whole);
  if (fault === 'half') setTimeout(() => call.socket.destroy(), 20).unref();
}
