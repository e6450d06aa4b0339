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
