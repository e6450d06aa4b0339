import { request } from 'undici';
import { COMMANDS, CommandRefused, type Driven } from './commands.js';

/** Sends one command over HTTP (W3C WebDriver). */
async function call(method: 'GET' | 'POST' | 'DELETE', url: string, parameters: object): Promise<unknown> {
  const { statusCode, body } = await request(url, {
    method,
    ...(method === 'POST' && { body: JSON.stringify(parameters) }),
  });
  const { value } = (await body.json()) as { value: unknown }; // as WebDriver answers
  if (statusCode !== 200) throw new CommandRefused(`${method} ${url}`, value as { error: string; message: string });
  return value;
}

/** Whether a driver takes commands at its URL. */
export const isListening = (driver: string): Promise<boolean> =>
  call('GET', `${driver}/status`, {}).then(
    () => true,
    () => false,
  );

/** A session at a driver. @param capabilities what the browser must be able to do */
export async function openWebDriver(driver: string, capabilities: object): Promise<Driven> {
  const asked = { capabilities: { alwaysMatch: capabilities } };
  const { sessionId } = (await call('POST', `${driver}/session`, asked)) as { sessionId: string };
  const session = `${driver}/session/${sessionId}`;
  return {
    send(command, { id = '', name = '', ...rest } = {}) {
      const { method, path } = COMMANDS[command];
      return call(method, session + path.replace(':id', id).replace(':name', name), rest);
    },
    quit: async () => void (await call('DELETE', session, {})),
  };
}
