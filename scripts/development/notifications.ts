import { EventEmitter } from 'node:events';
import type { AddressRule } from '../../src/ipn/call/address-rules.js';
import { startReceiver } from '../ipn-receiver/receiver.js';
import { say } from './print.js';

const HERE = '127.0.0.1';
/** Never leads to anybody (RFC 6761), in whoever's network. */
const NOWHERE = 'https://receiver.invalid/ipn';

export interface Listening {
  url: string;
  /** Null when no notification can come. */
  verified: EventEmitter | null;
}

/** A merchant's end of notifications, which shows each of them as a line and tells of those that verify. */
async function listenForNotifications(secret: string): Promise<Listening> {
  const verified = new EventEmitter();
  const { url } = await startReceiver({
    port: 0,
    secret,
    kept: 0,
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

/** The same, unless the settings keep notifications from coming here: then they go nowhere, and `up` says so. */
export async function listenWhenAllowed(secret: string, isAllowed: AddressRule): Promise<Listening> {
  if (isAllowed(HERE)) return listenForNotifications(secret);
  say('up', `! IPN_ALLOWED_NETWORKS leaves ${HERE} out: no notification can be sent to this machine`);
  return { url: NOWHERE, verified: null };
}
