import { text } from 'node:stream/consumers';
import { serve } from './serve.js';

/** Answers `POST /orders/query` as the sandbox does, every order waiting, and remembers which keys came together. */
export async function countingGateway() {
  const batches: string[][] = [];
  let works = true;
  const { url, close } = await serve((req, res) => {
    void text(req).then((body) => {
      const { keys } = JSON.parse(body) as { keys: string[] };
      batches.push(keys);
      const orders = keys.map((key) => ({ key, status: 'waiting' }));
      if (works) res.end(JSON.stringify({ orders }));
      else res.socket?.resetAndDestroy();
    });
  });

  return {
    url,
    batches,
    breakDown: () => void (works = false),
    recover: () => void (works = true),
    stop: close,
  };
}
