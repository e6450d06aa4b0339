import type { CardResult } from '../card.js';
import { ConnectorError } from '../connector.js';
import { isPage } from '../http/answer.js';
import type { PageForm } from '../page-form.js';
import type { Session } from './sessions.js';

const isWeb = (url: string | null | undefined): url is string => typeof url === 'string' && isPage(url);

/** What a form can hold; anything else is left out. */
const fieldsOf = (payload: Session['data']['payload']): PageForm =>
  Object.fromEntries(
    Object.entries(payload ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );

/**
 * The page on which the customer of a card goes on. One that takes a form at a bank whose host nobody here knows is
 * reached by Cashfree's own page, where there is one.
 * @param pages the origins of Cashfree's pages
 * @throws {ConnectorError} when there is none
 */
export function challengeOf({ cf_payment_id, data }: Session, pages: readonly string[]): CardResult {
  const reference = String(cf_payment_id);
  const { url, method, payload, redirect_to_bank: detour } = data;
  if (!isWeb(url)) throw new ConnectorError(`Cashfree wants a page for ${reference}, and names none`);
  if (method?.toLowerCase() !== 'post') return { outcome: 'challenge', reference, url };
  const isKnown = pages.includes(new URL(url).origin);
  if (!isKnown && isWeb(detour)) return { outcome: 'challenge', reference, url: detour };
  return { outcome: 'challenge', reference, url, form: fieldsOf(payload) };
}
