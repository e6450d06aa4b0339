import { existsSync } from 'node:fs';

/** Debian's programs, the settings that name others, and their packages. */
const PROGRAMS = {
  Firefox: { path: '/usr/bin/firefox-esr', setting: 'FIREFOX', comesWith: 'firefox-esr' },
  WebKit: { path: '/usr/bin/WebKitWebDriver', setting: 'WEBKIT_DRIVER', comesWith: 'webkit2gtk-driver' },
};

/** @throws with what to do, when it is not there */
export function programOf(browser: keyof typeof PROGRAMS): string {
  const { path, setting, comesWith } = PROGRAMS[browser];
  const program = process.env[setting] ?? path;
  if (existsSync(program)) return program;
  throw new Error(`There is no ${browser} at ${program}: install the package ${comesWith}, or set ${setting}`);
}
