import { createConnection, type Socket } from 'node:net';
import { COMMANDS, CommandRefused, type Driven } from './commands.js';

/** A message: its length, a colon, and [type, id, error, result] as JSON. Only the greeting is no array. */
type Message = [type: 1, id: number, error: { error: string; message: string } | null, result: unknown];

/** Calls with every whole message of what has come, and gives back what is left. */
function takeMessages(received: Buffer, take: (message: unknown) => void): Buffer {
  const colon = received.indexOf(':');
  if (colon < 0) return received;
  const end = colon + 1 + Number(received.subarray(0, colon).toString());
  if (received.length < end) return received;
  take(JSON.parse(received.subarray(colon + 1, end).toString()));
  return takeMessages(received.subarray(end), take);
}

/** A session with Firefox over Marionette, the protocol that geckodriver translates WebDriver to (Firefox source docs). */
export async function openMarionette(port: number): Promise<Driven> {
  const socket: Socket = createConnection({ host: '127.0.0.1', port });
  const waiting = new Map<number, (answer: Message) => void>();
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (data) => {
    received = takeMessages(Buffer.concat([received, data]), (message) => {
      if (Array.isArray(message)) waiting.get(Number(message[1]))?.(message as Message);
    });
  });

  socket.on('close', () => {
    const error = { error: 'no such window', message: 'Firefox has gone away' };
    for (const [id, answer] of waiting) answer([1, id, error, null]);
  });

  let sent = 0;
  const call = (command: string, parameters: object) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++sent;
      waiting.set(id, ([, , error, result]) => {
        waiting.delete(id);
        if (error) reject(new CommandRefused(command, error));
        else resolve(result);
      });
      const body = JSON.stringify([0, id, command, parameters]);
      socket.write(`${Buffer.byteLength(body)}:${body}`);
    });

  await call('WebDriver:NewSession', { capabilities: {} });
  return {
    async send(command, parameters = {}) {
      const result = await call(COMMANDS[command].marionette, parameters);
      return Array.isArray(result) ? result : (result as { value: unknown }).value; // as Marionette answers
    },
    async quit() {
      socket.destroy();
    },
  };
}
