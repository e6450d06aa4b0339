import type { ServerResponse } from 'node:http';
import { randomBytes } from 'node:crypto';
import type { World } from './world.js';

const PAGE =
  '<form method="post"><button name="action" value="complete">Complete</button><button name="action" value="fail">Fail</button><button name="action" value="cancel">Cancel</button></form>';

type Action = 'complete' | 'fail' | 'cancel';
const ACTIONS: readonly Action[] = ['complete', 'fail', 'cancel'];

/** The page of 3-D Secure, which has three buttons. It moves nothing: what the customer carries back does. */
export function showChallenge(world: World, psp: string, form: string, response: ServerResponse): void {
  const payment = world.payments.get(psp);
  const chosen = new URLSearchParams(form).get('action');
  const outcome = ACTIONS.find((each) => each === chosen);
  if (!payment || !outcome) return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  const redirectResult = `X6XtfGC3!${randomBytes(24).toString('base64')}`;
  world.results.set(redirectResult, { payment, outcome });
  const back = new URL(payment.returnUrl);
  back.searchParams.set('redirectResult', redirectResult);
  response.writeHead(303, { location: back.href }).end();
}

/** What a customer does on that page. @returns where it leads them */
export async function answerChallenge(url: string, action: Action): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  return answer.headers.get('location');
}
