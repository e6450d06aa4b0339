import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

const HOSTS = '/etc/hosts';
const RESOLVE_TIMEOUT_MS = 2000;

/** The addresses that a hosts file has for a name (hosts(5)); none when there is no such file. */
async function inHostsFile(path: string, hostname: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const wanted = hostname.toLowerCase();
  return text.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) && names.some((name) => name.toLowerCase() === wanted) ? [address] : [];
  });
}

/**
 * The hosts file first, then DNS asked directly, any number of names at once: a name server that hangs delays nobody
 * else. The system's own resolver has four threads, which as many slow names hold for all others.
 * @param servers to ask, as `address:port`; the system's when left out
 */
export function resolver(servers?: string[], hosts = HOSTS): Resolve {
  const dns = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
  if (servers) dns.setServers(servers);
  return async (hostname) => {
    const known = await inHostsFile(hosts, hostname.replace(/\.$/, ''));
    if (known.length > 0) return known;
    const answers = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  };
}
