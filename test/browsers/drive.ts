import { until } from '../../scripts/until.js';
import { CommandRefused, type Command, type Driven, type Parameters } from './commands.js';
import type { Customer } from './customer.js';

/** How an element is written in WebDriver's JSON (W3C, web element identifier). */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

/** What is refused while one page gives way to another: nothing was done, and it may be tried again. */
const MEANWHILE = new Set([
  'element click intercepted',
  'element not interactable',
  'no such element',
  'no such window',
  'stale element reference',
  'unknown error', // WebKit's, for a page that goes away
]);

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).map((element: Record<string, unknown>) => String(element[ELEMENT]));

/** Whether a command was refused because of what the page is just doing. */
const isForNow = (error: unknown): boolean => error instanceof CommandRefused && MEANWHILE.has(error.code);

/** The customer at a browser that WebDriver drives. */
export function drive({ send, quit }: Driven): Customer {
  /** Does something with the first of these elements that is visible and lets it be done. @returns whether one did */
  async function withFirst(ids: string[], act: (id: string) => Promise<void>): Promise<boolean> {
    for (const id of ids)
      try {
        if (!(await send('isShown', { id }))) continue;
        await act(id);
        return true;
      } catch (error) {
        if (!isForNow(error)) throw error; // WebKit takes for visible what lies in a closed <details>, but nobody can use it
      }
    return false;
  }

  /** Does something with what a selector finds, as soon as that is visible. */
  const on = (selector: string, act: (id: string) => Promise<void>): Promise<void> =>
    until(`${selector} is there`, async () => {
      const found = await send('find', { using: 'css selector', value: selector });
      return withFirst(idsIn(found), act);
    });

  /** Reads something of what a selector finds, as soon as that is visible. */
  async function read(selector: string, command: Command, parameters: Parameters = {}): Promise<string> {
    let text = '';
    await on(selector, async (id) => void (text = String(await send(command, { id, ...parameters }))));
    return text;
  }

  return {
    open: async (url) => void (await send('navigate', { url })),
    fill: (selector, text) =>
      on(selector, async (id) => {
        await send('clear', { id });
        await send('type', { id, text });
      }),
    press: (selector) => on(selector, async (id) => void (await send('click', { id }))),
    see: (selector) => read(selector, 'text'),
    valueOf: (selector) => read(selector, 'property', { name: 'value' }),
    arriveAt: (url) => until(`the browser is at ${url}`, async () => (await send('whereIs')) === url),
    leave: quit,
  };
}
