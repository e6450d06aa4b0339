import type { CallbackNews, ImmediateCallbackReader } from '../callbacks.js';
import type { AdyenAccess } from './access.js';
import { isGenuine, isPlain } from './hmac.js';
import { newsOf } from './news.js';
import { itemsIn, type Item } from './webhook-item.js';

/**
 * Makes the reader of Adyen's webhooks. Each item is signed for itself and without a time: an old one may come again, and
 * says nothing new then. It gives null when Adyen has signed none, or the body is of the other mode.
 */
export function createWebhookReader({
  hmacKeys,
  merchantAccount,
  mode,
}: Pick<AdyenAccess, 'hmacKeys' | 'merchantAccount' | 'mode'>): ImmediateCallbackReader<CallbackNews> {
  const isSigned = (item: Item): boolean => isGenuine(hmacKeys, item, item.additionalData.hmacSignature ?? '');
  const isOurs = (item: Item): boolean => item.merchantAccountCode === merchantAccount && isPlain(item);

  return {
    yes: '[accepted]',
    readCallback(_headers, body): CallbackNews[] | null {
      const said = itemsIn(body);
      if (said?.isLive !== (mode === 'live')) return null;
      const genuine = said.items.filter(isSigned);
      if (genuine.length === 0) return null;
      return genuine.filter(isOurs).flatMap((item) => newsOf(item) ?? []);
    },
  };
}
