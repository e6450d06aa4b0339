import { isLoopback } from '../../../config/gateway-urls.js';
import { parseUrl } from '../../validation/parse-url.js';
import type { Mode } from '../../vocabulary.js';
import { ConnectorError } from '../connector.js';

/** Nagad's sandbox, which speaks plain http. */
export const SANDBOX = 'sandbox.mynagad.com';

/** Where Nagad sends customers to pay. */
const PAGES = { test: `http://${SANDBOX}:10060`, live: 'https://payment.mynagad.com:30000' } as const;

/** Whose pages they are. */
export interface Where {
  mode: Mode;
  /** What takes the place of Nagad on a developer's machine. */
  standIn?: string;
}

/** Where forms may lead: a stand-in has pages of its own, or names those of the gateway. */
export const pagesOf = ({ mode, standIn }: Where): readonly string[] => [PAGES[mode], ...(standIn ? [standIn] : [])];

/** Of a stand-in's pages any name of this machine will do. */
const mayBePlain = ({ hostname }: URL, { mode, standIn }: Where): boolean =>
  (mode === 'test' && hostname === SANDBOX) || (standIn !== undefined && isLoopback(hostname));

/** The page at an address, which has TLS but in tests. @throws {ConnectorError} when there is none */
export function pageOf(address: string, where: Where): string {
  const url = parseUrl(address);
  const isPage = url?.protocol === 'https:' || (url?.protocol === 'http:' && mayBePlain(url, where));
  if (!isPage) throw new ConnectorError('Nagad names no page, or one without TLS');
  return address;
}
