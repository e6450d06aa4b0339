import { expect } from 'chai';
import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';
import { APPROVED } from './begin-payment.js';

/** A body for /h2h/initiate that begins a UPI payment of 500 INR. */
export function upiOrder(tollgate: Tollgate): ReturnType<Tollgate['cardBody']> {
  const { card: _, billing_address: __, device_fingerprint: ___, ...order } = tollgate.cardBody(APPROVED);
  const customer = { ...(order.customer as object), mobile: '+919876543210' }; // our own, of card-request.ts
  return { ...order, customer, amount: 500, currency: 'INR', payment_method_type: 'local' };
}

/** As a merchant does while a store is away: sends the same request again, until it is taken. @returns the trx */
export async function payUntilTaken(tollgate: Tollgate, body: object): Promise<string> {
  let trx: string | undefined;
  await until(
    'the payment is taken',
    async () => {
      const answer = await tollgate.api('/h2h/initiate', body);
      trx = answer.body.trx;
      expect(trx ? 200 : answer.status).to.be.oneOf([200, 503]);
      return trx !== undefined;
    },
    20_000,
    200,
  );
  return trx ?? '';
}
