import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { serve } from '../../support/serve.js';

/** What a judge says of a request, and what our stand-in has answered to it. */
export interface Verdict {
  method: string;
  path: string;
  /** The judge's HTTP status. */
  status: number;
  /** Why, when it is no 2xx. */
  why: string;
  answered: { status: number; body: string };
}

const PASSED_ON = ['authorization', 'stripe-version', 'content-type', 'idempotency-key'];

async function pass({ method = 'GET', url = '/', headers }: IncomingMessage, body: string, to: string) {
  const passed = Object.entries(headers).filter(([name]) => PASSED_ON.includes(name)) as [string, string][];
  const init = { method, headers: passed, ...(method !== 'GET' && { body }) };
  return fetch(`${to}${url}`, init);
}

/** Gives each request to the judge for a verdict, and to the stand-in for an answer: the judge remembers nothing. */
export async function openCourt(judge: string, standIn: string) {
  const verdicts: Verdict[] = [];
  const court = await serve((call, response) => {
    void (async () => {
      const body = await text(call);
      const verdict = await pass(call, body, judge);
      const why = verdict.ok ? '' : await verdict.text();
      const answer = await pass(call, body, standIn);
      const answered = { status: answer.status, body: await answer.text() };
      const path = new URL(call.url ?? '/', judge).pathname;
      verdicts.push({ method: call.method ?? '', path, status: verdict.status, why, answered });
      const replayed = answer.headers.get('idempotent-replayed');
      response.writeHead(answer.status, {
        'content-type': 'application/json',
        ...(replayed !== null && { 'idempotent-replayed': replayed }),
      });
      response.end(answered.body);
    })();
  });
  return { ...court, verdicts };
}
