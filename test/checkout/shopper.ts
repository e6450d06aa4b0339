import { randomUUID } from 'node:crypto';
import { ask, type Answer } from '../support/ask.js';
import type { Tollgate } from '../support/tollgate.js';

/** What a browser keeps of a page: where it is, and what its first form would send. */
export interface Shown {
  status: number;
  headers: Answer['headers'];
  text: string;
  location: string | undefined;
}

const header = ({ headers }: Answer, name: string): string | undefined => {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
};

const shown = (answer: Answer): Shown => ({
  status: answer.status,
  headers: answer.headers,
  text: answer.text,
  location: header(answer, 'location'),
});

/** A body for /payment/initiate that is accepted; `changes` replace whole fields. */
export const hostedBody = (tollgate: Tollgate, changes: object = {}) => ({
  public_key: tollgate.merchant.public_key,
  amount: 49.9,
  currency: 'EUR',
  customer: { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@shop.example', mobile: '+447700900123' },
  details: 'First flush Darjeeling, 100 g',
  identifier: `order-${randomUUID()}`,
  ipn_url: tollgate.receiver.url,
  success_url: 'https://shop.example/thanks?order=1#top',
  cancel_url: 'https://shop.example/cart',
  site_name: 'Blue Tea Shop',
  ...changes,
});

/** A card form as a customer fills it. */
export const cardForm = (number: string, changes: object = {}) => ({
  action: 'pay',
  method: 'card',
  number,
  expiry: '12 / 34',
  cvv: '123',
  holder: 'Ada Lovelace',
  ...changes,
});

/** The hidden field that every form of the page carries. */
export const formTokenIn = (text: string): string => /name="form" value="([^"]+)"/.exec(text)?.[1] ?? '';

/** Where a page about trouble leads of itself, with script and without, in a language. */
export async function afterTrouble({ urls }: Tollgate, text: string, language = 'en'): Promise<Shown> {
  const [, byScript = ''] = / data-reload="3" data-again="([^"]+)"/.exec(text) ?? [];
  const [, without = ''] = /http-equiv="refresh" content="3; url=([^"]+)"/.exec(text) ?? [];
  if (byScript === '' || byScript !== without) throw new Error(`It leads to "${byScript}" and "${without}"`);
  const url = new URL(byScript.replaceAll('&amp;', '&'), urls.api).href;
  return shown(await ask(url, { method: 'GET', headers: { 'accept-language': language } }));
}

/** A hosted payment and its customer, without a browser. */
export async function beginCheckout(tollgate: Tollgate, changes: object = {}) {
  const body = hostedBody(tollgate, changes);
  const initiated = await tollgate.api('/payment/initiate', body);
  const url = String(initiated.body.redirect_url);
  const get = async (headers: Record<string, string> = {}) => shown(await ask(url, { method: 'GET', headers }));
  const post = async (fields: object, headers: Record<string, string> = {}) =>
    shown(
      await ask(url, {
        body: new URLSearchParams({ ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', ...headers },
      }),
    );
  const status = async () =>
    (
      await tollgate.api('/payment/status', {
        public_key: body.public_key,
        identifier: body.identifier,
      })
    ).body;
  return {
    url,
    body,
    get,
    /** Posts fields with the token of the form that the page shows now. */
    async submit(fields: object) {
      return post({ form: formTokenIn((await get()).text), ...fields });
    },
    post,
    status,
    async charges() {
      const lines = await tollgate.ledger(String((await status()).trx));
      return lines.filter(({ result }) => result === 'charged');
    },
  };
}
