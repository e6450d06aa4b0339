import type { CashfreeStandIn } from './stand-in.js';
import { CLIENT_ID, CLIENT_SECRET } from './stand-in.js';
import { attemptsAt } from './world.js';

/** Plays the customer of an attempt, by the call that Cashfree has for it. @param url where the stand-in is */
export async function simulated(
  url: string,
  cf_payment_id: string,
  payment_status: string,
  payment_error_code?: string,
): Promise<void> {
  const body = {
    entity: 'PAYMENTS',
    entity_id: cf_payment_id,
    entity_simulation: { payment_status, ...(payment_error_code && { payment_error_code }) },
  };
  const headers = {
    'x-client-id': CLIENT_ID,
    'x-client-secret': CLIENT_SECRET,
    'x-api-version': '2025-01-01',
    'content-type': 'application/json',
  };
  const answer = await fetch(`${url}/simulate`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`The stand-in answered with HTTP ${answer.status}: ${await answer.text()}`);
}

/** Plays the customer of an order. Does nothing where there is nothing to pay with. */
export function customerAt(cashfree: CashfreeStandIn) {
  async function play(key: string, payment_status: string, payment_error_code?: string): Promise<void> {
    const attempt = attemptsAt(cashfree.world, key).at(-1);
    if (attempt) await simulated(cashfree.url, attempt.cf_payment_id, payment_status, payment_error_code);
  }
  return {
    confirms: (key: string) => play(key, 'SUCCESS'),
    refuses: (key: string, code = 'ZA') => play(key, 'FAILED', code),
    cancels: (key: string) => play(key, 'USER_DROPPED'),
    begins: (key: string) => play(key, 'PENDING'),
  };
}
