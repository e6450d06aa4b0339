import { text } from 'node:stream/consumers';
import { serve, type Served } from '../../support/serve.js';

export interface Said {
  status: number;
  body: Record<string, unknown>;
}

/**
 * The stand-in, some of whose answers are changed on their way: into what Stripe's document allows and the stand-in does
 * not say, or into what is about something else.
 * @param calls by method and path
 */
export function altered(standIn: string, calls: RegExp, change: (said: Said) => Said): Promise<Served> {
  return serve((call, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = call;
      const sent = await text(call);
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = call.headers;
      const headers = Object.entries(kept).map(([name, value]): [string, string] => [name, String(value)]);
      const answer = await fetch(`${standIn}${url}`, { method, headers, ...(sent !== '' && { body: sent }) });
      const said = { status: answer.status, body: (await answer.json()) as Said['body'] }; // the stand-in's own
      const { status, body } = calls.test(`${method} ${url}`) ? change(said) : said;
      const replayed = answer.headers.get('idempotent-replayed');
      response.writeHead(status, {
        'content-type': 'application/json',
        ...(replayed !== null && { 'idempotent-replayed': replayed }),
      });
      response.end(JSON.stringify(body));
    })();
  });
}
