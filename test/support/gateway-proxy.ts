import { type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent, request } from 'undici';
import { closeAtTheEnd } from './clean-up.js';
import { serve } from './serve.js';

/** How a gateway answers: as it should; with a 500, before or after its work; with garbage; twice what it heard twice. */
export type Manner = 'well' | 'fails before it works' | 'fails when it has worked' | 'garbage' | 'twice';

export interface GatewayProxy {
  /** Where connectors call. */
  url: string;
  /** Where the gateway is that does the work. */
  target: string;
  manner: Manner;
  /** The part of the calls that is answered in this manner. */
  share: number;
}

interface Worked {
  status: number;
  body: string;
}

/** Stands between connectors and the sandbox, and spoils the gateway's answers. It is closed when all tests are over. */
export async function startGatewayProxy(): Promise<GatewayProxy> {
  const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, pipelining: 0 });

  async function work({ method, url, headers }: IncomingMessage, body: string, signal: AbortSignal): Promise<Worked> {
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...passed } = headers;
    const answer = await request(`${proxy.target}${url}`, {
      dispatcher,
      method: method === 'GET' ? 'GET' : 'POST', // the protocol has no others
      headers: passed,
      body: body || null,
      signal,
    });
    return { status: answer.statusCode, body: await answer.body.text() };
  }

  async function answer(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const left = new AbortController();
    response.on('close', () => left.abort());
    const body = await text(call);
    const manner = Math.random() < proxy.share ? proxy.manner : 'well';
    const say = (status: number, words: string) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(words);
    if (manner === 'fails before it works') return void say(500, '{"error":{"code":"internal_error"}}');
    const first = await work(call, body, left.signal);
    if (manner === 'fails when it has worked') return void say(500, '{"error":{"code":"internal_error"}}');
    if (manner === 'garbage') return void say(200, first.body.slice(0, first.body.length / 2));
    if (manner === 'well') return void say(first.status, first.body);
    const second = await work(call, body, left.signal);
    say(second.status, second.body);
    response.socket?.write(`HTTP/1.1 200 OK\r\ncontent-length: ${first.body.length}\r\n\r\n${first.body}`);
  }

  const { url, close } = await serve((call, response) => {
    answer(call, response).catch(() => call.socket.resetAndDestroy()); // as the gateway did, or its caller is gone
  });
  closeAtTheEnd(async () => {
    await close();
    await dispatcher.destroy();
  });
  const proxy: GatewayProxy = { url, target: '', manner: 'well', share: 1 };
  return proxy;
}
