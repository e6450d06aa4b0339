import type { ServerResponse } from 'node:http';
import type { PageForm } from '../../../src/connectors/page-form.js';
import { end, errorDetails, type Outcome } from './money.js';
import { orderNamed } from './orders.js';
import { behaviourOf } from './test-cards.js';
import type { World } from './world.js';

const FAILED_OTP: Outcome = {
  status: 'FAILED',
  errors: errorDetails('AUTHENTICATION_FAILED', 'authentication_failed', ''),
};

const outcomeOf = (action: string, number: string): Outcome =>
  action === 'complete' ? behaviourOf(number).outcome : action === 'fail' ? FAILED_OTP : { status: 'USER_DROPPED' };

const PAGE =
  '<form method="post"><button name="action" value="complete">Submit</button><button name="action" value="fail">Wrong</button><button name="action" value="cancel">Cancel</button></form>';

/** The page of a bank, to which a form was posted: what the customer presses there ends the attempt. */
export function takeChallenge(world: World, path: string, body: string, response: ServerResponse): void {
  const id = path.slice('/view/gateway/'.length);
  const fields = new URLSearchParams(body);
  const attempt = world.attempts.get(id);
  const action = fields.get('action');
  if (!attempt || fields.get('name') !== 'card') return void response.writeHead(404).end();
  if (action === null) return void response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
  end(world, attempt, outcomeOf(action, world.challenges.get(id) ?? ''));
  const order = orderNamed(world, attempt.order_id);
  const back = new URL(order.order_meta.return_url ?? 'http://127.0.0.1/nowhere');
  back.searchParams.set('order_id', order.order_id);
  back.searchParams.set('txStatus', 'SUCCESS'); // whatever came of it: nobody is to believe it
  response.writeHead(303, { location: back.href }).end();
}

/** What a customer does on the page. @returns where it leads them */
export async function answerChallenge(
  { url, form = {} }: { url: string; form?: PageForm },
  action: 'complete' | 'fail' | 'cancel',
): Promise<string | null> {
  const body = new URLSearchParams({ ...form, action });
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return answer.headers.get('location');
}
