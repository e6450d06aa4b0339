import { toMajor } from '../money/amounts.js';
import { parseUrl } from '../validation/parse-url.js';
import type { About } from './about.js';
import { ConnectorError } from './connector.js';
import type { UpiApp, UpiLinks, UpiPayee } from './orders.js';

/** What links for each app begin with. Another scheme would open something else on the customer's phone. */
const SCHEMES: Record<keyof Omit<UpiLinks, 'tr'>, readonly string[]> = {
  any: ['upi:'],
  gpay: ['gpay:', 'tez:'],
  phonepe: ['phonepe:'],
  paytm: ['paytmmp:'],
};

const MOST_CHARACTERS = 2048;

/**
 * The query of a link (NPCI UPI Linking Specification 1.6).
 * @throws {ConnectorError} when it opens something else than a UPI app, or asks for other money than the payment
 */
function readLink(link: string, opens: readonly string[], { amount, currency }: About): URLSearchParams {
  const url = link.length <= MOST_CHARACTERS ? parseUrl(link) : null;
  if (!url || !(opens.includes(url.protocol) || opens.includes(url.origin)))
    throw new ConnectorError('The gateway gave a UPI link of another form');
  const asked = toMajor(amount, currency);
  const { am = '', cu = 'INR' } = Object.fromEntries(url.searchParams);
  if (!/^\d+(\.\d+)?$/.test(am) || Number(am) !== asked || cu !== currency)
    throw new ConnectorError('The gateway gave a UPI link for another amount');
  return url.searchParams;
}

/**
 * Whom a gateway's whole links pay. The links go to customers as they are.
 * @param links by app; those of apps that we have no name for are left out before
 * @param simulators origins of pages that play the apps, which some test systems lead to
 * @throws {ConnectorError} when one of them is no UPI link for this amount
 */
export function payeeOfLinks(
  reference: string,
  links: { any: string } & Partial<Record<UpiApp, string>>,
  about: About,
  simulators: readonly string[] = [],
): UpiPayee {
  const query = readLink(links.any, [...SCHEMES.any, ...simulators], about);
  const apps = (['gpay', 'phonepe', 'paytm'] as const).filter((app) => links[app] !== undefined);
  for (const app of apps) readLink(links[app] ?? '', [...SCHEMES[app], ...simulators], about);
  const { pa = '', pn = pa, mc, tr } = Object.fromEntries(query);
  if (pa === '') throw new ConnectorError('The gateway gave a UPI link that pays nobody');
  return {
    reference,
    pa,
    pn,
    ...(mc !== undefined && mc !== '' && { mc }),
    apps,
    links: { ...links, ...(tr !== undefined && tr !== '' && { tr }) },
  };
}
