import { config } from '../../../config/index.js';
import type { Phone } from '../../http/phone-of.js';
import type { UpiApp, UpiLinks, UpiPayee } from '../../connectors/orders.js';
import { isBlank } from '../../validation/fields.js';
import { toMajor } from '../../money/amounts.js';
import { upiReference } from '../../payments/paid-to.js';

interface UpiOrder {
  payee: UpiPayee;
  trx: string;
  /** Minor units of INR. */
  amount: number;
  /** What the payment is called, the best first. */
  names: string[];
}

/** Apps cut or refuse a longer note, and some refuse one with pictures in it. */
const MOST_NOTE = 50;
const PICTURE = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}][\p{M}\p{Cf}]*/gu;
const plainNote = (text: string): string => [...text.replace(PICTURE, '').trim()].slice(0, MOST_NOTE).join('');

/**
 * The query of `upi://pay` (NPCI UPI Linking Specification 1.6). Each value is percent-encoded with %20, since several
 * apps show a plus literally.
 */
function queryOf({ payee, trx, amount, names }: UpiOrder): string {
  const tr = upiReference(trx);
  const fields = {
    pa: payee.pa,
    pn: payee.pn,
    ...(payee.mc && { mc: payee.mc }),
    tr,
    am: toMajor(amount, 'INR').toFixed(2),
    cu: 'INR',
    tn: names.map(plainNote).find((name) => !isBlank(name)) ?? tr,
  };
  return Object.entries(fields)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
}

/** For Android browsers, which open one app by its package. */
const intentLink = (query: string, app: string) => `intent://pay?${query}#Intent;scheme=upi;package=${app};end`;

export type PaymentLinks = { upi: string; upi1?: string } & Partial<Record<UpiApp, string>>;

/**
 * The links that the gateway gave, as they came; only the one for Android's browsers is made of their query. One that
 * leads to a page that plays the apps has none.
 */
function wholeLinks({ any, tr: _tr, ...apps }: UpiLinks): PaymentLinks {
  const intentPackage = any.startsWith('upi:') ? config.upi.intentPackage : undefined;
  const query = any.slice(any.indexOf('?') + 1);
  return { upi: any, ...(intentPackage && { upi1: intentLink(query, intentPackage) }), ...apps };
}

/**
 * The deeplinks of an order: `upi` for any app, and the same query under the prefix of each app that the gateway says is
 * supported here and that UPI_APP_PREFIXES has a prefix for.
 */
export function paymentLinks(order: UpiOrder): PaymentLinks {
  if (order.payee.links) return wholeLinks(order.payee.links);
  const query = queryOf(order);
  const { intentPackage, appPrefixes } = config.upi;
  const apps = order.payee.apps.flatMap((app) =>
    appPrefixes[app] ? [[app, `${appPrefixes[app]}?${query}`] as const] : [],
  );
  return {
    upi: `upi://pay?${query}`,
    ...(intentPackage && { upi1: intentLink(query, intentPackage) }),
    ...Object.fromEntries(apps),
  };
}

/** The link for an app that has none of its own. An intent: link means nothing outside of Android. */
export const linkForAnyApp = ({ upi, upi1 = upi }: PaymentLinks, phone: Phone | null): string =>
  phone === 'ios' ? upi : upi1;
