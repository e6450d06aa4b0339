import { Agent, request } from 'undici';
import { samplePayment } from '../../development/first-payment.js';
import type { TollgateLane } from '../lanes/tollgate.js';

// Customers whose payments had begun before the flood, and what they do during it.

/** One step of a customer. @throws when it does not lead where it should */
export type Step = () => Promise<void>;

const dispatcher = new Agent();
const CHALLENGED = '4000 0000 0000 3220';

async function post(url: string, body: string, type = 'application/json') {
  const headers = { 'content-type': type, 'sec-fetch-site': 'same-origin' };
  const answer = await request(url, { dispatcher, method: 'POST', headers, body });
  return { status: answer.statusCode, location: String(answer.headers.location), text: await answer.body.text() };
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
const FORM = 'application/x-www-form-urlencoded';

/** What each merchant of the bench sends with every order. */
const orderOf = ({ targets }: TollgateLane, no: number): object => ({
  ...targets.hosted.bodies[no % targets.hosted.bodies.length],
  identifier: `under-way-${no}-${process.pid}-${Date.now()}`,
});

function expectRedirect({ status, text }: { status: number; text: string }, what: string): void {
  if (status !== 303) throw new Error(`${what} was answered with ${status}: ${text.slice(0, 300)}`);
}

/** A customer who has the page of a hosted payment before them, and pays by card. */
export async function hostedCustomer(tollgate: TollgateLane, no: number): Promise<Step> {
  const api = `http://127.0.0.1:${tollgate.env.PORT}`;
  const begun = await post(`${api}/payment/initiate`, JSON.stringify(orderOf(tollgate, no)));
  const { redirect_url: url } = JSON.parse(begun.text) as { redirect_url: string }; // our own API's
  const page = await (await request(url, { dispatcher })).body.text();
  const token = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '';
  const { card } = samplePayment('', '', '');
  const fields = { form: token, action: 'pay', method: 'card', number: card.number, expiry: '12 / 34', cvv: card.cvv };
  return async () => expectRedirect(await post(url, form({ ...fields, holder: card.holder }), FORM), 'A card form');
}

/** A customer who has passed the challenge of a card, and comes back from it. */
export async function returningCustomer(tollgate: TollgateLane, no: number): Promise<Step> {
  const api = `http://127.0.0.1:${tollgate.env.PORT}`;
  const { card } = samplePayment('', '', '');
  const order = {
    ...tollgate.targets.card.bodies[no % tollgate.targets.card.bodies.length],
    ...orderOf(tollgate, no),
    payment_method_type: 'card',
    card: { ...card, number: CHALLENGED },
  };
  const begun = await post(`${api}/h2h/initiate`, JSON.stringify(order));
  const { redirect_url: challenge } = JSON.parse(begun.text) as { redirect_url: string }; // our own API's
  const passed = await post(challenge, form({ code: '666666', action: 'submit' }), FORM);
  expectRedirect(passed, 'A challenge');
  return async () => {
    const answer = await request(passed.location, { dispatcher });
    expectRedirect({ status: answer.statusCode, text: await answer.body.text() }, 'A return');
  };
}

/** Takes steps evenly over a time. @returns what each took, in ms */
export async function takeSteps(steps: Step[], seconds: number): Promise<number[]> {
  const everyMs = (seconds * 1000) / Math.max(1, steps.length);
  return Promise.all(
    steps.map(async (step, no) => {
      await new Promise((due) => setTimeout(due, (no + 0.5) * everyMs));
      const begunAt = performance.now();
      await step();
      return performance.now() - begunAt;
    }),
  );
}
