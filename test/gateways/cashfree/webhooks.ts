import { createHmac } from 'node:crypto';

/** Signs a webhook as Cashfree does: nothing stands between the time and the body. @param at milliseconds since 1970 */
export const signatureOf = (secret: string, body: string, at: number | string): string =>
  createHmac('sha256', secret).update(`${at}${body}`).digest('base64');

/** The headers of a webhook. */
export const headersOf = (secret: string, body: string, at = Date.now()): Record<string, string> => ({
  'content-type': 'application/json',
  'x-webhook-timestamp': String(at),
  'x-webhook-signature': signatureOf(secret, body, at),
  'x-webhook-version': '2025-01-01',
  'x-webhook-attempt': '1',
});

/** The body of one, as it goes over the wire: amounts with two decimals, which JSON would not write again. */
export const eventOf = (type: string, data: object, at = new Date()): string =>
  JSON.stringify({ data, event_time: at.toISOString(), type }).replace(/("\w*amount":)(\d+)(?=[,}])/g, '$1$2.00');

/** Sends one, once. @returns the status of the answer; 0 when there was none */
export async function deliver(url: string, secret: string, body: string): Promise<number> {
  return fetch(url, { method: 'POST', headers: headersOf(secret, body), body }).then(
    ({ status }) => status,
    () => 0,
  );
}
