import { lookup as systemLookup, Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressRule } from './address-rules.js';

/** The name or the address leads to where notifications may not go. Nothing was sent. */
export class BlockedAddress extends Error {
  constructor(readonly address: string) {
    super(`${address} is not an address that notifications may be sent to`);
  }
}

/** The name could not be resolved. */
export class UnknownHost extends Error {}

/** All addresses of a name. */
export type Resolve = (hostname: string) => Promise<string[]>;

/** The system's resolver, which knows /etc/hosts and so `localhost`. It has four threads: not for many slow names. */
export const resolveBySystem: Resolve = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

const RESOLVE_TIMEOUT_MS = 2000;

/**
 * DNS asked directly, any number of names at once: a name server that hangs delays nobody else.
 * @param servers to ask, as `address:port`; the system's when left out
 */
export function resolveByDns(servers?: string[]): Resolve {
  const resolver = new Resolver({ timeout: RESOLVE_TIMEOUT_MS, tries: 1 });
  if (servers) resolver.setServers(servers);
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    const failed = answers.find((answer) => answer.status === 'rejected');
    if (found.length === 0 && failed) throw failed.reason;
    return found;
  };
}

async function vettedAddresses(hostname: string, resolve: Resolve, isAllowed: AddressRule): Promise<string[]> {
  const addresses = await resolve(hostname).catch((cause: unknown) => {
    throw new UnknownHost(`${hostname} was not found`, { cause });
  });
  if (addresses.length === 0) throw new UnknownHost(`${hostname} has no address`);
  // One bad answer spoils all: a name that points inside as well as outside is no mistake of an honest merchant.
  const blocked = addresses.find((address) => !isAllowed(address));
  if (blocked !== undefined) throw new BlockedAddress(blocked);
  return addresses;
}

/** Resolves once and hands on exactly what was vetted, so that a name cannot change its answer in between. */
const guardedLookup =
  (resolve: Resolve, isAllowed: AddressRule): LookupFunction =>
  (hostname, options, callback) => {
    vettedAddresses(hostname, resolve, isAllowed).then(
      (vetted) => {
        const answers = vetted.map((address) => ({ address, family: isIP(address) }));
        const [first] = answers;
        if (options.all || !first) callback(null, answers);
        else callback(null, first.address, first.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };

/** Hears of the moment until which the certificate of an endpoint is valid, at every TLS connect. */
export type OnCertificate = (host: string, validTo: Date) => void;

/** `shop.example.` asks for the certificate of `shop.example`: no dot may end a name there (RFC 6066, 3). */
const withoutRootDot = (options: buildConnector.Options): buildConnector.Options =>
  options.hostname.endsWith('.') ? { ...options, servername: options.hostname.slice(0, -1) } : options;

/**
 * Connects for undici to allowed addresses only: literals are checked here, since nobody looks them up; names when they
 * are resolved; and the address that was reached once more. TLS certificates are verified whatever the environment says.
 */
export function guardedConnector(
  resolve: Resolve,
  isAllowed: AddressRule,
  timeoutMs: number,
  onCertificate: OnCertificate,
): buildConnector.connector {
  const connect = buildConnector({
    lookup: guardedLookup(resolve, isAllowed),
    rejectUnauthorized: true,
    timeout: timeoutMs,
  });
  return (options, callback) => {
    if (isIP(options.hostname) && !isAllowed(options.hostname)) {
      callback(new BlockedAddress(options.hostname), null);
      return;
    }
    connect(withoutRootDot(options), (error, socket) => {
      if (error) {
        callback(error, null);
        return;
      }
      const reached = socket.remoteAddress ?? '';
      if (isAllowed(reached)) {
        const validTo = socket instanceof TLSSocket && socket.getPeerCertificate().valid_to;
        if (validTo) onCertificate(options.host ?? options.hostname, new Date(validTo));
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new BlockedAddress(reached), null);
    });
  };
}
