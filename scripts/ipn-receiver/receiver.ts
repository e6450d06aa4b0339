import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { listen } from '../../src/http/listen.js';

/** What every notification holds (docs: notifications); there may be more. */
export interface Notification {
  id: string;
  type: string;
  /** These three of every event but a ping. */
  sequence?: number;
  identifier?: string;
  status?: string;
}

/** One request that came in, as it came. */
export interface ReceivedEvent {
  at: Date;
  headers: IncomingHttpHeaders;
  /** The raw body: signatures are over these very bytes. */
  body: string;
  /** The body as JSON; null when it is no notification. */
  event: Notification | null;
  /** The event's id; empty when the request had none. */
  id: string;
  /** Whether the signature is right; null when no secret was given to check it with. */
  verified: boolean | null;
  /** What was answered. */
  status: number;
}

export interface ReceiverOptions {
  /** 0, as is the default, takes any free port. */
  port?: number;
  host?: string;
  /** whsec_...: checks every signature with the published Standard Webhooks library. */
  secret?: string;
  onEvent?: (event: ReceivedEvent) => void;
  /** How many of the latest events `received` keeps; all of them by default. What runs for long wants 0. */
  kept?: number;
  /** The status to answer; 204 by default. Called once for every request, in order. */
  respond?: (event: Omit<ReceivedEvent, 'status'>) => number | Promise<number>;
}

export interface Receiver {
  port: number;
  /** Where to send notifications to. */
  url: string;
  /** What came, in order; see `kept`. */
  received: ReceivedEvent[];
  close: () => Promise<void>;
}

function parse(body: string): Notification | null {
  try {
    const parsed = JSON.parse(body) as Notification | null; // what is verified is one of ours
    return typeof parsed === 'object' && typeof parsed?.type === 'string' ? parsed : null;
  } catch {
    return null;
  }
}

function isVerified(secret: string, body: string, headers: IncomingHttpHeaders): boolean {
  try {
    // Headers that came several times are arrays, and then no signature.
    new Webhook(secret).verify(body, headers as Record<string, string>);
    return true;
  } catch {
    return false;
  }
}

/**
 * Starts a merchant's end of notifications: a small HTTP server that takes them, checks them and keeps them.
 * @throws {PortTaken}
 */
export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { port = 0, host = '127.0.0.1', secret, onEvent, kept = Infinity, respond } = options;
  const received: ReceivedEvent[] = [];

  async function receive(request: IncomingMessage): Promise<number> {
    const { headers } = request;
    const body = (await buffer(request)).toString('utf8');
    const id = String(headers['webhook-id'] ?? '');
    const verified = secret === undefined ? null : isVerified(secret, body, headers);
    const event: ReceivedEvent = { at: new Date(), headers, body, event: parse(body), id, verified, status: 0 };
    received.push(event);
    if (received.length > kept) received.shift();
    event.status = (await respond?.(event)) ?? (verified === false ? 401 : 204);
    onEvent?.(event);
    return event.status;
  }

  const server = createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      () => response.destroy(), // the sender hung up, or `respond` failed
    );
  });
  await listen(server, { port, host }, '--port');
  const address = server.address() as AddressInfo; // it listens on TCP
  return {
    port: address.port,
    url: `http://${host}:${address.port}/ipn`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
