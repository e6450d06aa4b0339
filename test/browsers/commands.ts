/**
 * Commands of WebDriver (W3C, table of endpoints): how they are sent over HTTP, and their names in Marionette, Firefox's own
 * protocol, which has the same ones.
 */
export const COMMANDS = {
  navigate: { method: 'POST', path: '/url', marionette: 'WebDriver:Navigate' },
  whereIs: { method: 'GET', path: '/url', marionette: 'WebDriver:GetCurrentURL' },
  find: { method: 'POST', path: '/elements', marionette: 'WebDriver:FindElements' },
  isShown: { method: 'GET', path: '/element/:id/displayed', marionette: 'WebDriver:IsElementDisplayed' },
  text: { method: 'GET', path: '/element/:id/text', marionette: 'WebDriver:GetElementText' },
  property: { method: 'GET', path: '/element/:id/property/:name', marionette: 'WebDriver:GetElementProperty' },
  click: { method: 'POST', path: '/element/:id/click', marionette: 'WebDriver:ElementClick' },
  clear: { method: 'POST', path: '/element/:id/clear', marionette: 'WebDriver:ElementClear' },
  type: { method: 'POST', path: '/element/:id/value', marionette: 'WebDriver:ElementSendKeys' },
} as const;

export type Command = keyof typeof COMMANDS;

/** What a command is about: the element and its property, and what WebDriver calls its parameters. */
export type Parameters = Record<string, string>;

/** A browser that does what WebDriver says. */
export interface Driven {
  /** @returns the command's value @throws {CommandRefused} */
  send: (command: Command, parameters?: Parameters) => Promise<unknown>;
  quit: () => Promise<void>;
}

/** What the browser said against a command. */
export class CommandRefused extends Error {
  /** The error code of WebDriver, such as "no such element". */
  readonly code: string;

  constructor(command: string, { error, message }: { error: string; message: string }) {
    super(`${command}: ${error}: ${message}`);
    this.code = error;
  }
}
