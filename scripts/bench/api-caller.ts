import { randomUUID } from 'node:crypto';
import { Agent, request } from 'undici';
import type { Ready } from './running-tollgate.js';

/** A body of /h2h/initiate without what every order has of its own. */
export type Order = Record<string, unknown>;

/** A UPI order: the customer of this amount never pays by themselves. */
export const upiOrder: Order = {
  amount: 100.11,
  cancel_url: 'https://shop.example/cancelled',
  currency: 'INR',
  customer: { email: 'asha@shop.example', first_name: 'Asha', last_name: 'Rao', mobile: '+919876543210' },
  details: 'First flush Darjeeling, 100 g',
  payment_method_type: 'local',
  site_name: 'Blue Tea Shop',
  success_url: 'https://shop.example/thanks',
};

/** The same for a wallet. */
export const walletOrder: Order = {
  ...upiOrder,
  currency: 'BDT',
  customer: {
    email: 'asha@shop.example',
    first_name: 'Asha',
    last_name: 'Rao',
    mobile: '+8801712345678',
    payment_method_code: 'BKASH',
  },
};

/** What benches read of an answer. */
interface Taken {
  payment_status?: string;
}

/** Sends orders under identifiers of their own, over connections that stay open. */
export function apiCaller({ api_url, merchant }: Ready, ipn_url: string): (order: Order) => Promise<Taken> {
  const dispatcher = new Agent();
  return async (order) => {
    const answer = await request(`${api_url}/h2h/initiate`, {
      dispatcher,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ...order, identifier: randomUUID(), ipn_url, public_key: merchant.public_key }),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`An order was answered with ${answer.statusCode}: ${text}`);
    return JSON.parse(text) as Taken; // our own API's
  };
}
