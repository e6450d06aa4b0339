import { createHmac, hkdfSync } from 'node:crypto';
import { Agent, request } from 'undici';

const TIMEOUT = 5_000; // ms
const CONNECTIONS = 32; // to one merchant side

/** Milliseconds from one attempt to the next; after the last the merchant side has to ask. */
export const WAITS = [1_000, 5_000, 20_000];

/** News of somebody else, which a gateway that sends lists may put among them. */
const FOREIGN = {
  key: 'of-somebody-else-1',
  reference: 'of-somebody-else',
  amount: 100,
  currency: 'INR',
  status: 'paid',
};

/** Sends signed news to the merchant side, which knows the API key too. */
export function createPoster(apiKey: string) {
  const key = Buffer.from(hkdfSync('sha256', apiKey, '', 'callbacks', 32));
  const sign = (text: string): string => createHmac('sha256', key).update(text).digest('hex');
  const dispatcher = new Agent({ connections: CONNECTIONS, connect: { timeout: TIMEOUT } });

  async function send(url: string, body: string, headers: Record<string, string>): Promise<boolean> {
    try {
      const answer = await request(url, {
        dispatcher,
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
        signal: AbortSignal.timeout(TIMEOUT),
      });
      await answer.body.dump();
      return answer.statusCode >= 200 && answer.statusCode <= 299;
    } catch {
      return false;
    }
  }

  /** Twice at one moment, without a time, in a list with news of others and with older news after newer. */
  async function sendUnruly(url: string, news: object): Promise<boolean> {
    const body = JSON.stringify([FOREIGN, news, { ...news, amount: 0, status: 'waiting' }]);
    const headers = { 'sandbox-signature': sign(body) };
    const taken = await Promise.all([send(url, body, headers), send(url, body, headers)]);
    return taken.every(Boolean);
  }

  return {
    /** @returns whether the merchant side has taken it */
    async post(url: string, news: object, behaviours: string[] = []): Promise<boolean> {
      if (behaviours.includes('unruly')) return sendUnruly(url, news);
      const body = JSON.stringify(news);
      const timestamp = String(Math.floor(Date.now() / 1000));
      return send(url, body, {
        'sandbox-timestamp': timestamp,
        'sandbox-signature': sign(`${timestamp}.${body}`),
      });
    },
    stop: () => dispatcher.destroy(),
  };
}

export type Poster = ReturnType<typeof createPoster>;
