import { expect } from 'chai';
import type { PageForm } from '../../src/connectors/page-form.js';

/** What a customer does on the sandbox's challenge page; each gives the address where the page leads in the end. */
async function post(url: string, fields: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
}

/** The address of a page, after the form has been posted where one leads there. */
export async function addressOf({ url, form }: { url: string; form?: PageForm }): Promise<string> {
  return form ? new URL((await leadsTo(await post(url, { ...form }))) ?? '', url).href : url;
}

async function leadsTo(answer: Response): Promise<string | null> {
  expect(answer.status).to.equal(303);
  return answer.headers.get('location');
}

export const enterCode = async (url: string, code = '666666') => leadsTo(await post(url, { code, action: 'submit' }));

export const cancel = async (url: string) => leadsTo(await post(url, { code: '', action: 'cancel' }));

export async function enterWrongCodes(url: string): Promise<string | null> {
  for (let time = 1; time <= 2; time++) expect((await post(url, { code: '123456' })).status).to.equal(422);
  return leadsTo(await post(url, { code: '123456' }));
}
