import { type IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { until } from '../../scripts/until.js';
import { serve } from './serve.js';

export interface ReceivedCallback {
  headers: IncomingHttpHeaders;
  body: string;
  /** The order's key, when the body names one. */
  key: string | undefined;
  status: string | undefined;
}

function read(headers: IncomingHttpHeaders, body: string): ReceivedCallback {
  const said = JSON.parse(body) as { key?: string; status?: string } | { key?: string; status?: string }[];
  const { key, status } = (Array.isArray(said) ? said.at(-1) : said) ?? {}; // in a list, the news of others comes first
  return { headers, body, key, status };
}

/** Plays the merchant side: takes callbacks on a free port, and answers each with what `answers` gives. */
export async function receiveCallbacks(answers: () => number = () => 200) {
  const received: ReceivedCallback[] = [];
  const { url, close } = await serve((req, res) => {
    void text(req).then((body) => {
      received.push(read(req.headers, body));
      res.writeHead(answers()).end();
    });
  });
  const of = (key: string) => received.filter((callback) => callback.key === key);
  /** Each gateway names the key at another place. */
  const naming = (key: string) => received.find(({ body }) => body.includes(`"${key}"`));

  return {
    url: `${url}/callback`,
    received,
    of,
    /** The first callback about a key, as soon as it has come. */
    async first(key: string): Promise<ReceivedCallback> {
      await until(`a callback about ${key} has come`, () => naming(key) !== undefined);
      const callback = naming(key);
      if (!callback) throw new Error('It was there a moment ago');
      return callback;
    },
    stop: close,
  };
}
