import type { Request } from 'express';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * The address that a request comes from; `unknown` when its connection is gone. An IPv4 host that comes to a socket of both
 * kinds, which is named `::ffff:192.0.2.7` there (RFC 4291, 2.5.5.2), is plain `192.0.2.7`.
 */
export function addressOf({ ip = 'unknown' }: Pick<Request, 'ip'>): string {
  return isIP(ip) === 0 ? ip : ipaddr.process(ip).toString();
}

/** What an address is counted by, where callers are limited: an IPv6 host has a whole /64 to choose addresses from. */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const plain = ipaddr.process(address);
  return plain.kind() === 'ipv6' ? plain.toByteArray().slice(0, 8).join('.') : plain.toString();
}
