import { isIP } from 'node:net';
import { config } from '../../../config/index.js';
import type { Mode } from '../../vocabulary.js';
import { parseUrl } from '../../validation/parse-url.js';
import { isAllowedAddress } from './address-rules.js';

const LIVE_PORTS = ['', '443', '8443']; // an empty port is the scheme's own
const INSIDE = /^localhost$|\.(localhost|local|internal|onion)$/;

/** `new URL` has undone every other notation of an address: decimal, octal, hexadecimal, short, full-width, mapped. */
const bareHost = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');

const isPublicName = (host: string): boolean => host.includes('.') && !INSIDE.test(host);

function refusedAddress(host: string): string | null {
  if (!isIP(host) || isAllowedAddress(host)) return null;
  const advice = config.production
    ? ''
    : '; in development IPN_ALLOWED_NETWORKS says which private networks may be called';
  return `ipn_url must not lead to ${host}, which is no public address${advice}`;
}

/** By its name, on whatever port; an address may be that of a machine on which others listen, too. */
const isOurs = (url: URL, host: string, own: URL): boolean =>
  isIP(host) ? url.host === own.host : host === bareHost(own);

function refusedForLive(url: URL, host: string, publicUrl: string): string | null {
  if (url.protocol !== 'https:') return 'ipn_url must be an https URL in live mode';
  if (!LIVE_PORTS.includes(url.port)) return 'ipn_url must use port 443 or 8443 in live mode';
  if (!isIP(host) && !isPublicName(host)) return 'ipn_url must have a public host name in live mode';
  if (isOurs(url, host, new URL(publicUrl))) return 'ipn_url must not lead back to this gateway';
  return null;
}

/**
 * Early word on a URL that notifications are to be sent to; what its name leads to is only known when it is called, and
 * is checked then (guarded-connect.ts).
 * @returns null, or a sentence that says what is wrong
 */
export function checkIpnUrl(text: string, mode: Mode, publicUrl = config.publicUrl): string | null {
  const url = parseUrl(text);
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'ipn_url must be an absolute http or https URL';
  if (url.username !== '' || url.password !== '') return 'ipn_url must not contain a user name or a password';
  if (text.includes('#')) return 'ipn_url must not contain a fragment (#)';
  const host = bareHost(url);
  return refusedAddress(host) ?? (mode === 'live' ? refusedForLive(url, host, publicUrl) : null);
}
