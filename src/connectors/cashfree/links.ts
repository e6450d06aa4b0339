import { ConnectorError } from '../connector.js';
import { UPI_APPS, type UpiApp } from '../orders.js';
import type { Session } from './sessions.js';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

/**
 * The links of a session over UPI, unread. The documents have its payload as just an object: `default` is for every app as
 * far as anybody has seen it. Where there is none, the first link that every app understands takes its place, whatever
 * it is called.
 * @throws {ConnectorError} when there is none at all
 */
export function linksIn({ payload, url }: Session['data']): { any: string } & Partial<Record<UpiApp, string>> {
  const links = payload ?? {};
  const others = [...Object.values(links), url].filter(isText);
  const any = isText(links.default) ? links.default : others.find((link) => link.startsWith('upi:'));
  if (any === undefined) throw new ConnectorError('Cashfree gives no link to pay with');
  const own = UPI_APPS.flatMap((app): [UpiApp, string][] => {
    const link = links[app];
    return isText(link) ? [[app, link]] : [];
  });
  return { any, ...Object.fromEntries(own) };
}
