import { text } from 'node:stream/consumers';
import { serve } from '../../support/serve.js';
import type { Made } from './documents.js';

/** A request, and what our stand-in has answered to it. */
export interface Recorded extends Made {
  headers: Record<string, string | undefined>;
  answered: { status: number; body: string };
}

/** Passes each request on to a stand-in, and writes down what goes either way. */
export async function record(standIn: string) {
  const recorded: Recorded[] = [];
  const recorder = await serve((call, response) => {
    void (async () => {
      const { method = 'GET', url = '/' } = call;
      const body = await text(call);
      const { host: _host, connection: _connection, 'content-length': _length, ...kept } = call.headers;
      const headers = Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, value?.toString() ?? '']));
      const answer = await fetch(`${standIn}${url}`, { method, headers, ...(body !== '' && { body }) });
      const answered = { status: answer.status, body: await answer.text() };
      recorded.push({ method, path: new URL(url, standIn).pathname, body, headers, answered });
      response.writeHead(answer.status, { 'content-type': 'application/json', date: answer.headers.get('date') ?? '' });
      response.end(answered.body);
    })();
  });
  return { ...recorder, recorded };
}
