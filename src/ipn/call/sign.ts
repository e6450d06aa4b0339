import { createHmac } from 'node:crypto';

/** What a notification is signed over. */
export interface Signable {
  /** The event's id, the same on every attempt; holds no dot. */
  id: string;
  /** Unix seconds of this attempt. */
  timestamp: number;
  /** The exact text that is sent. */
  body: string;
}

/** A moment as `webhook-timestamp` gives it. */
export const unixSeconds = (at: Date): number => Math.floor(at.getTime() / 1000);

const PREFIX = 'whsec_';

function signature({ id, timestamp, body }: Signable, secret: string): string {
  if (!secret.startsWith(PREFIX)) throw new Error(`A notification secret must begin with ${PREFIX}`);
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
}

/**
 * The three headers of Standard Webhooks 1.0 (github.com/standard-webhooks/standard-webhooks, "Verifying webhook
 * authenticity"). While a secret is being rotated there is one signature for each, in the order given: newest first.
 */
export const signedHeaders = (message: Signable, secrets: string[]): Record<string, string> => ({
  'webhook-id': message.id,
  'webhook-timestamp': String(message.timestamp),
  'webhook-signature': secrets.map((secret) => signature(message, secret)).join(' '),
});
