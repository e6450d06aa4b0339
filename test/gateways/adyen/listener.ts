import { text } from 'node:stream/consumers';
import { until } from '../../../scripts/until.js';
import { createWebhookReader } from '../../../src/connectors/adyen/webhook.js';
import type { CallbackNews } from '../../../src/connectors/callbacks.js';
import type { CardResult } from '../../../src/connectors/card.js';
import type { RefundResult } from '../../../src/connectors/refunds.js';
import { serve } from '../../support/serve.js';
import { adyenAccess } from './access.js';

/** What specs hear of: a stand-in, on any free port. `patience` in milliseconds. */
const AT_STAND_IN = { access: adyenAccess({ url: '' }), port: 0, patience: 60_000 };

/** What an account is told on a port of this machine, as its connector reads it. */
export async function listen({ access, port, patience } = AT_STAND_IN) {
  const reader = createWebhookReader(access);
  const heard: CallbackNews[] = [];
  const server = await serve((req, res) => {
    void text(req).then((body) => {
      heard.push(...(reader.readCallback(req.headers, body) ?? []));
      res.writeHead(200).end(reader.yes);
    });
  }, port);
  const of = (key: string) => heard.filter((news) => news.key === key);

  /** What it all comes to: a cancellation that was made ends it, else the result holds that was told. */
  function resultOf(key: string): CardResult | undefined {
    if (of(key).some((news) => news.closed === true)) return { outcome: 'not_charged' };
    return of(key).findLast(({ result }) => result)?.result;
  }

  const closed = (key: string) => of(key).findLast((news) => news.closed !== undefined)?.closed;
  const refundOf = (reference?: string): RefundResult | undefined =>
    heard.findLast(({ refund }) => refund !== undefined && 'reference' in refund && refund.reference === reference)
      ?.refund;

  return {
    url: `${server.url}/callback`,
    heard,
    async told(key: string): Promise<CardResult> {
      await until(`news of ${key} has come`, () => resultOf(key) !== undefined, patience);
      const result = resultOf(key);
      if (!result) throw new Error('It was there a moment ago');
      return result;
    },
    /** Whether a key was closed, as far as that was told. */
    closed,
    /** What is told of a refund that Adyen calls so. */
    async toldOfRefund(reference?: string): Promise<RefundResult> {
      await until(`news of the refund ${reference} has come`, () => refundOf(reference) !== undefined, patience);
      const result = refundOf(reference);
      if (!result) throw new Error('It was there a moment ago');
      return result;
    },
    close: server.close,
  };
}

export type Listener = Awaited<ReturnType<typeof listen>>;
