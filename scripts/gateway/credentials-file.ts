/** `NAME=value` to the end of the line, or a value in quotes that may go over several. */
const LINE = /^(?:export )?([\w.-]+) ?=(?: ?"([^"]*)"$| ?'([^']*)'$|(.*)$)/gm;

const withoutMargins = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim())
    .join('\n');

/**
 * Credentials out of a text with a line for each. What stands in no quotes is taken as it is: secrets hold #, ` and $,
 * which files of environment variables end or replace values at. In double quotes \n is the end of a line, as keys are
 * written there.
 */
export const parseCredentials = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...withoutMargins(text).matchAll(LINE)].map(([, name = '', quoted, literal, bare = '']) => [
      name,
      quoted?.replaceAll('\\n', '\n') ?? literal ?? bare.trim(),
    ]),
  );

/** The number of the first line that is no credential, nor blank, nor a comment: a slip, such as `NAME: value`. */
export function strayLine(text: string): number | undefined {
  const rest = withoutMargins(text).replaceAll(LINE, (credential) => credential.replaceAll(/[^\n]/g, ''));
  const at = rest.split('\n').findIndex((line) => line !== '' && !line.startsWith('#'));
  return at === -1 ? undefined : at + 1;
}
