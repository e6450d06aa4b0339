import { EventEmitter } from 'node:events';
import { startReceiver } from '../ipn-receiver/receiver.js';
import { say } from './print.js';

/** A merchant's end of notifications, which shows each of them as a line and tells of those that verify. */
export async function listenForNotifications(secret: string): Promise<{ url: string; verified: EventEmitter }> {
  const verified = new EventEmitter();
  const { url } = await startReceiver({
    port: 0,
    secret,
    onEvent: (received) => {
      if (!received.verified) return say('receiver', '! a notification whose signature does not hold');
      const { type, identifier, sequence } = JSON.parse(received.body) as Partial<Record<string, string>>; // verified: it is ours
      const about = sequence === undefined ? '' : ` identifier=${identifier} sequence=${sequence}`; // a ping has neither
      say('receiver', `verified ${type}${about}`);
      verified.emit(`verified ${identifier}`);
    },
  });
  return { url, verified };
}
