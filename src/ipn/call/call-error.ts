import { isIPv6 } from 'node:net';
import { errors } from 'undici';
import type { DeliveryError } from '../delivery.model.js';
import { BlockedAddress, UnknownHost } from './guarded-connect.js';

/** The wall clock of one attempt ran out. */
export class AttemptTimeout extends Error {}

const CLASSES: [RegExp, DeliveryError][] = [
  [/^(UND_ERR_CONNECT_TIMEOUT|UND_ERR_HEADERS_TIMEOUT|ETIMEDOUT)$/, 'timeout'],
  [/^(ECONNREFUSED|ECONNABORTED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|EAFNOSUPPORT|EACCES|EPERM)$/, 'connect'],
  [/^(ECONNRESET|EPIPE|UND_ERR_SOCKET)$/, 'reset'],
  // OpenSSL's verification results (openssl-verify(1)), as Node gives them, and its own.
  [
    /^(ERR_TLS_|ERR_SSL_|EPROTO$)|CERT|SELF_SIGNED|^(UNABLE_TO_|CRL_|INVALID_(CA|PURPOSE)|PATH_LENGTH_|HOSTNAME_)/,
    'tls',
  ],
  // ERR_ASSERTION: undici takes some things for granted, such as a status of at least 100 and a 101 that names what follows.
  [/^(UND_ERR_HEADERS_OVERFLOW$|UND_ERR_RES_|UND_ERR_INFO$|ERR_INVALID_URL$|ERR_ASSERTION$)/, 'protocol'],
];

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** This machine has no IPv6. Of an IPv4 address the same code says that all our ports are taken, a fault of ours. */
const isWithoutIpv6 = (error: Error): boolean =>
  codeOf(error) === 'EADDRNOTAVAIL' && 'address' in error && isIPv6(String(error.address));

/**
 * The class of what went wrong at the other side or on the way there.
 * @returns null for a fault of ours, such as no file descriptors left: that must not count as an attempt
 */
export function classifyCallError(error: unknown): DeliveryError | null {
  if (error instanceof AggregateError) return classifyCallError(error.errors[0]); // each address of a name was tried
  if (!(error instanceof Error)) return null;
  if (error instanceof AttemptTimeout) return 'timeout';
  if (error instanceof BlockedAddress) return 'blocked_address';
  if (error instanceof UnknownHost) return 'dns';
  if (error instanceof errors.HTTPParserError) return 'protocol';
  if (isWithoutIpv6(error)) return 'connect';
  const code = codeOf(error);
  return CLASSES.find(([pattern]) => pattern.test(code))?.[1] ?? null;
}
