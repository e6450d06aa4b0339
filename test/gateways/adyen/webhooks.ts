import { signatureOf } from '../../../src/connectors/adyen/hmac.js';
import type { Event } from './world.js';

/** An item of a webhook, signed. @param key the HMAC key in hex */
export function itemOf(key: string, merchantAccountCode: string, event: Event): object {
  const { originalReference = '', success, reason = '', additionalData = {}, ...rest } = event;
  const item = { ...rest, originalReference, merchantAccountCode, success: String(success) };
  return {
    NotificationRequestItem: {
      ...item,
      eventDate: new Date().toISOString(),
      paymentMethod: 'visa',
      reason,
      additionalData: { ...additionalData, hmacSignature: signatureOf(key, item) },
    },
  };
}

/** A webhook's body, as it goes over the wire. */
export const bodyOf = (...items: object[]): string => JSON.stringify({ live: 'false', notificationItems: items });

/** Sends one body, once. @returns the answer; status 0 when there was none */
export async function deliver(url: string, body: string): Promise<{ status: number; text: string }> {
  try {
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return { status: answer.status, text: await answer.text() };
  } catch {
    return { status: 0, text: '' };
  }
}
