import { createHmac } from 'node:crypto';
import { newId } from './world.js';

/** Signs a webhook as Stripe does. @param at seconds since 1970 */
export function signatureOf(secret: string, body: string, at = Math.floor(Date.now() / 1000)): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
}

/** The event of an object's change, as it goes over the wire. */
export const eventOf = (type: string, object: object, created = Math.floor(Date.now() / 1000)): string =>
  JSON.stringify({
    id: newId('evt'),
    object: 'event',
    api_version: '2026-08-26.dahlia',
    created,
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object },
  });

/** Sends one event, once. @returns the status of the answer; 0 when there was none */
export async function deliver(url: string, secret: string, body: string): Promise<number> {
  const headers = { 'content-type': 'application/json', 'stripe-signature': signatureOf(secret, body) };
  return fetch(url, { method: 'POST', headers, body }).then(
    ({ status }) => status,
    () => 0,
  );
}
