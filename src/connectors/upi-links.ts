import { toMajor } from '../money/amounts.js';
import { parseUrl } from '../validation/parse-url.js';
import type { About } from './about.js';
import { ConnectorError } from './connector.js';
import { UPI_APPS, type UpiApp, type UpiLinks, type UpiPayee } from './orders.js';

/** What links for each app begin with. Another scheme would open something else on the customer's phone. */
const SCHEMES: Record<keyof Omit<UpiLinks, 'tr'>, readonly string[]> = {
  any: ['upi:'],
  gpay: ['gpay:', 'tez:', 'upi:'],
  phonepe: ['phonepe:', 'upi:'],
  paytm: ['paytmmp:', 'upi:'],
};

const MOST_CHARACTERS = 2048;

/** A link that opens a UPI app, or a page that plays one; null when it would open something else. */
function openable(link: string, opens: readonly string[]): URL | null {
  const url = link.length <= MOST_CHARACTERS ? parseUrl(link) : null;
  return url && (opens.includes(url.protocol) || opens.includes(url.origin)) ? url : null;
}

/**
 * The query of a link (NPCI UPI Linking Specification 1.6).
 * @throws {ConnectorError} when it asks for other money than the payment
 */
function readQuery({ searchParams }: URL, { amount, currency }: About): URLSearchParams {
  const asked = toMajor(amount, currency);
  const { am = '', cu = 'INR' } = Object.fromEntries(searchParams);
  if (!/^\d+(\.\d+)?$/.test(am) || Number(am) !== asked || cu !== currency)
    throw new ConnectorError('The gateway gave a UPI link for another amount');
  return searchParams;
}

/**
 * Whom a gateway's whole links pay. The links go to customers as they are; one for an app that would open something else
 * is left out, and its app opened by the one for every app.
 * @param links by app; those of apps that we have no name for are left out before
 * @param simulators origins of pages that play the apps, which some test systems lead to
 * @throws {ConnectorError} when the one for every app is no UPI link, or any is for other money
 */
export function payeeOfLinks(
  reference: string,
  links: { any: string } & Partial<Record<UpiApp, string>>,
  about: About,
  simulators: readonly string[] = [],
): UpiPayee {
  const any = openable(links.any, [...SCHEMES.any, ...simulators]);
  if (!any) throw new ConnectorError('The gateway gave a UPI link of another form');
  const query = readQuery(any, about);
  const opening = UPI_APPS.flatMap((app) => {
    const link = links[app] ?? '';
    const url = openable(link, [...SCHEMES[app], ...simulators]);
    return url ? [{ app, link, url }] : [];
  });
  for (const { url } of opening) readQuery(url, about);
  const { pa = '', pn = pa, mc, tr } = Object.fromEntries(query);
  if (pa === '') throw new ConnectorError('The gateway gave a UPI link that pays nobody');
  return {
    reference,
    pa,
    pn,
    ...(mc !== undefined && mc !== '' && { mc }),
    apps: opening.map(({ app }) => app),
    links: {
      any: links.any,
      ...Object.fromEntries(opening.map(({ app, link }) => [app, link])),
      ...(tr !== undefined && tr !== '' && { tr }),
    },
  };
}
