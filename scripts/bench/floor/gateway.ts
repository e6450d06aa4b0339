import { Agent, request } from 'undici';

const { FLOOR_GATEWAY = '', SANDBOX_API_KEY = '' } = process.env;
const dispatcher = new Agent();

/** One call of the floor to the sandbox gateway. @returns its JSON, as whoever asks knows it */
export async function askGateway(path: string, id: string, body: object): Promise<unknown> {
  const answer = await request(`${FLOOR_GATEWAY}${path}`, {
    dispatcher,
    method: 'POST',
    headers: {
      authorization: `Bearer ${SANDBOX_API_KEY}`,
      'content-type': 'application/json',
      'idempotency-key': `${id}-1`,
    },
    body: JSON.stringify(body),
  });
  return answer.body.json();
}
