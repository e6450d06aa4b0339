import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';

/** The sockets that are opened to anybody while something is done, in order. */
export async function socketsMadeBy(run: () => Promise<unknown>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  const noteSocket = (message: unknown) => sockets.push((message as { socket: Socket }).socket); // as Node documents it
  subscribe('net.client.socket', noteSocket);
  try {
    await run();
  } finally {
    unsubscribe('net.client.socket', noteSocket);
  }
  return sockets;
}
