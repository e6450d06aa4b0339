import { expect } from 'chai';

/** Presses a button on the sandbox's wallet page. @returns the address where the page leads */
export async function press(url: string, action: 'confirm' | 'cancel' | 'fail'): Promise<string | null> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
  expect(answer.status).to.equal(303);
  return answer.headers.get('location');
}
