import type { Request, RequestHandler } from 'express';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** An address with a port, as some proxies write it: `192.0.2.7:51344`, `[2001:db8::7]:51344`, `[2001:db8::7]`. */
const WITH_PORT = /^\s*(?:\[([^\]]+)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)\s*$/;

/**
 * Takes the ports out of X-Forwarded-For. A host has another one for each connection, and with it would be another host;
 * nor would a proxy be known by it.
 */
export const withoutPorts: RequestHandler = (req, _res, next) => {
  const given = req.get('x-forwarded-for');
  if (given !== undefined)
    req.headers['x-forwarded-for'] = given
      .split(',')
      .map((entry) => entry.replace(WITH_PORT, '$1$2'))
      .join(',');
  next();
};

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
