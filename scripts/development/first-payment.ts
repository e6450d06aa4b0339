import { randomUUID } from 'node:crypto';
import { once, type EventEmitter } from 'node:events';
import { request } from 'undici';

/** A card payment that the sandbox approves without a challenge, as a merchant's server would send it. */
export function samplePayment(publicKey: string, ipnUrl: string, identifier: string) {
  return {
    amount: 49.9,
    billing_address: { country: 'GB' },
    cancel_url: 'https://shop.example/cancelled',
    card: {
      cvv: '123',
      expiry_month: 12,
      expiry_year: new Date().getFullYear() + 2,
      holder: 'Ada Lovelace',
      number: '4242 4242 4242 4242',
    },
    currency: 'EUR',
    customer: { email: 'ada@shop.example', first_name: 'Ada', last_name: 'Lovelace', mobile: '+447700900123' },
    details: 'First flush Darjeeling, 100 g',
    device_fingerprint: 'quick-start',
    identifier,
    ipn_url: ipnUrl,
    payment_method_type: 'card',
    public_key: publicKey,
    site_name: 'Blue Tea Shop',
    success_url: 'https://shop.example/thanks',
  };
}

export interface FirstPayment {
  trx: string;
  status: string;
  answeredMs: number;
  /** Null when no notification could come. */
  notifiedMs: number | null;
}

/**
 * Sends a first payment through everything: API, queue, worker, gateway, signed notification.
 * @param notifications emits `verified <identifier>` for each notification whose signature held; null: none can come
 * @throws when the payment is not answered with success, or no notification arrives within 20 s
 */
export async function sendFirstPayment(
  apiUrl: string,
  publicKey: string,
  ipnUrl: string,
  notifications: EventEmitter | null,
): Promise<FirstPayment> {
  const identifier = `first-${randomUUID()}`;
  const notified =
    notifications && once(notifications, `verified ${identifier}`, { signal: AbortSignal.timeout(20_000) });
  const startedAt = performance.now();
  const { statusCode, body } = await request(`${apiUrl}/h2h/initiate`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(samplePayment(publicKey, ipnUrl, identifier)),
  });
  const answer = (await body.json()) as { trx?: string; payment_status?: string }; // our own API's
  const answeredMs = performance.now() - startedAt;
  if (statusCode !== 200 || answer.payment_status !== 'success' || !answer.trx)
    throw new Error(`The first payment was not answered with success: ${statusCode} ${JSON.stringify(answer)}`);
  await notified;
  const notifiedMs = notified && performance.now() - startedAt;
  return { trx: answer.trx, status: answer.payment_status, answeredMs, notifiedMs };
}
