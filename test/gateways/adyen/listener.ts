import { text } from 'node:stream/consumers';
import { until } from '../../../scripts/until.js';
import { createWebhookReader } from '../../../src/connectors/adyen/webhook.js';
import type { CallbackNews } from '../../../src/connectors/callbacks.js';
import type { CardResult } from '../../../src/connectors/card.js';
import { serve } from '../../support/serve.js';
import { adyenAccess } from './access.js';

/** What an account is told, as its connector reads it. */
export async function listen() {
  const reader = createWebhookReader(adyenAccess({ url: '' }));
  const heard: CallbackNews[] = [];
  const server = await serve((req, res) => {
    void text(req).then((body) => {
      heard.push(...(reader.readCallback(req.headers, body) ?? []));
      res.writeHead(200).end(reader.yes);
    });
  });
  const of = (key: string) => heard.filter((news) => news.key === key);

  /** What it all comes to: a cancellation that was made ends it, else the result holds that was told. */
  function resultOf(key: string): CardResult | undefined {
    if (of(key).some(({ closed }) => closed === true)) return { outcome: 'not_charged' };
    return of(key).findLast(({ result }) => result)?.result;
  }

  return {
    url: `${server.url}/callback`,
    heard,
    async told(key: string): Promise<CardResult> {
      await until(`news of ${key} has come`, () => resultOf(key) !== undefined);
      const result = resultOf(key);
      if (!result) throw new Error('It was there a moment ago');
      return result;
    },
    close: server.close,
  };
}

export type Listener = Awaited<ReturnType<typeof listen>>;
