import { withoutSlash } from './without-slash.js';

const PREFIX = 'GATEWAY_URL_';

/** Whether a host of a URL is this machine by its name. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname);

/** Whether it is a base URL on this machine: paths are appended to it. */
function isOnThisMachine(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, hostname, username, search, hash } = new URL(value);
  return /^https?:$/.test(protocol) && isLoopback(hostname) && username === '' && search === '' && hash === '';
}

/**
 * Reads the settings GATEWAY_URL_<CONNECTOR>, such as GATEWAY_URL_STRIPE=http://127.0.0.1:12111, by connector: where a
 * developer's stand-in is called in place of the gateway. Empty ones count as not there.
 * @param faults receives a sentence for each setting that is wrong
 */
export function readGatewayUrls(env: NodeJS.ProcessEnv, production: boolean, faults: string[]): Record<string, string> {
  const urls: Record<string, string> = {};
  for (const [name, value = ''] of Object.entries(env).filter(([name]) => name.startsWith(PREFIX))) {
    if (value === '') continue;
    if (production) faults.push(`"${name}" must not be set in production: it is for development`);
    else if (!isOnThisMachine(value))
      faults.push(`"${name}" must be a URL on this machine such as http://127.0.0.1:12111`);
    else urls[name.slice(PREFIX.length).toLowerCase()] = withoutSlash(value);
  }
  return urls;
}
