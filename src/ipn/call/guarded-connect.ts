import { isIP, type LookupFunction } from 'node:net';
import { TLSSocket } from 'node:tls';
import { buildConnector } from 'undici';
import type { AddressRule } from './address-rules.js';
import { passOverContinue } from './pass-over-continue.js';
import type { Resolve } from './resolve.js';

/** The name or the address leads to where notifications may not go. Nothing was sent. */
export class BlockedAddress extends Error {
  constructor(readonly address: string) {
    super(`${address} is not an address that notifications may be sent to`);
  }
}

/** The name could not be resolved. */
export class UnknownHost extends Error {}

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
 * How long each of several addresses of a name is tried before the next one, in milliseconds: long enough for a first packet
 * that was lost and is repeated after a second (RFC 6298). Node's own quarter of one is shorter than the way around the world.
 */
const EACH_ADDRESS_MS = 2000;

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
    autoSelectFamilyAttemptTimeout: EACH_ADDRESS_MS,
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
        passOverContinue(socket);
        callback(null, socket);
        return;
      }
      socket.destroy();
      callback(new BlockedAddress(reached), null);
    });
  };
}
