import { cardForm, formTokenIn, hostedBody } from '../../../test/checkout/shopper.js';
import { ask } from '../../../test/support/ask.js';
import { PAYER } from '../../../test/support/local-order.js';
import { cardEnding, EXPIRED, LATE, type Journey } from './journey.js';
import { pays } from './local.js';

const post = (url: string, fields: Record<string, string>) =>
  ask(url, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
  });

/** Opens our page and sends its form once, when it shows one. */
const payOnPage =
  (fields: Record<string, string>) =>
  async (url: string): Promise<void> => {
    const form = formTokenIn((await ask(url, { method: 'GET' })).text);
    if (form) await post(url, { form, action: 'pay', ...fields });
  };

const pageCard = (): Record<string, string> => {
  const { number, cvv, holder } = cardEnding('4242');
  return cardForm(number, { cvv, holder });
};

/** Payments on our own page. */
export const HOSTED_JOURNEYS: Record<string, Journey> = {
  'hosted page, paid by card': {
    path: '/payment/initiate',
    body: hostedBody,
    customer: payOnPage(pageCard()),
    ends: ['success', 'cancelled session_expired', 'failed gateway_error'],
  },
  'hosted page, paid by UPI': {
    path: '/payment/initiate',
    body: (tollgate) =>
      hostedBody(tollgate, { amount: 100, currency: 'INR', customer: { ...PAYER, mobile: '+919876543210' } }),
    customer: async (page, addresses) => {
      await payOnPage({ method: 'upi' })(page);
      const { text } = await ask(page, { method: 'GET' });
      const [link] = /upi:\/\/pay\?[^"]+/.exec(text) ?? [];
      if (link) await pays(link.replaceAll('&amp;', '&'), addresses);
    },
    ends: ['success', LATE, EXPIRED, 'cancelled session_expired', 'failed gateway_error'],
  },
  'hosted page, paid by direct debit': {
    path: '/payment/initiate',
    body: (tollgate) => hostedBody(tollgate, { payment_method_type: 'card_and_sepa' }),
    customer: payOnPage({ method: 'sepa', iban: 'DE89370400440532013000', account_holder: 'Ada Lovelace' }),
    ends: ['success', 'cancelled session_expired', 'failed gateway_error'],
  },
  'hosted page, left alone': {
    path: '/payment/initiate',
    body: hostedBody,
    ends: ['cancelled session_expired'],
  },
};
