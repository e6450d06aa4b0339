import { expect } from 'chai';
import { createHmac, hkdfSync, randomUUID } from 'node:crypto';
import { orderLocal } from '../support/local-order.js';
import { sharedTollgate, type Tollgate } from '../support/tollgate.js';

let tollgate: Tollgate;

const STRANGER = randomUUID();

const key = Buffer.from(hkdfSync('sha256', String(process.env.SANDBOX_API_KEY), '', 'callbacks', 32));

/** As the sandbox gateway signs what it tells. */
function signed(body: string, timestamp = Math.floor(Date.now() / 1000)): Record<string, string> {
  const signature = createHmac('sha256', key).update(`${timestamp}.${body}`).digest('hex');
  return { 'sandbox-timestamp': String(timestamp), 'sandbox-signature': signature };
}

/** One whose customer does nothing. */
const upiPayment = async () => String((await orderLocal(tollgate, 100.11, 'INR')).body.trx);

const news = (trx: string, changes: object = {}) =>
  JSON.stringify({ key: `${trx}-1`, reference: trx, amount: 10_011, currency: 'INR', status: 'paid', ...changes });

const send = (body: string, headers: Record<string, string>) => tollgate.api('/callbacks/sandbox', body, headers);

const sendSigned = (body: string) => send(body, signed(body));

/** One whose customer has not chosen how to pay. */
async function hostedPayment(): Promise<string> {
  const { card: _card, payment_method_type: _type, ...body } = tollgate.cardBody('4242424242424242');
  await tollgate.api('/payment/initiate', body);
  const { public_key, identifier } = body;
  return String((await tollgate.api('/payment/status', { public_key, identifier })).body.trx);
}

describe('Callbacks of a gateway', () => {
  let trx: string;

  before(async () => {
    tollgate = await sharedTollgate();
    trx = await upiPayment();
  });

  const refused: [about: string, status: number, call: () => Promise<{ status: number }>][] = [
    ['without a signature', 401, () => send(news(trx), {})],
    [
      'with a forged signature',
      401,
      () => send(news(trx), { ...signed(news(trx)), 'sandbox-signature': 'a'.repeat(64) }),
    ],
    ['changed after signing', 401, () => send(news(trx, { amount: 1 }), signed(news(trx)))],
    ['of an hour ago', 401, () => send(news(trx), signed(news(trx), Math.floor(Date.now() / 1000) - 3600))],
    ['that are no JSON', 401, () => send('paid!', signed('paid!'))],
    ['for an unknown payment', 404, () => send(news(STRANGER), signed(news(STRANGER)))],
    ['for an attempt that there was not', 404, () => sendSigned(news(trx, { key: `${trx}-2` }))],
    [
      'for a hosted payment that is with no gateway yet',
      404,
      async () => sendSigned(news(await hostedPayment(), { amount: 4990, currency: 'EUR' })),
    ],
    ['for another amount', 422, () => send(news(trx, { amount: 1 }), signed(news(trx, { amount: 1 })))],
    ['to an unknown gateway', 404, () => tollgate.api('/callbacks/nobody', news(trx), signed(news(trx)))],
  ];
  for (const [about, status, call] of refused)
    it(`are refused ${about}, and nothing moves`, async () => {
      expect((await call()).status).to.equal(status);
      expect(await tollgate.status(trx)).to.include({ payment_status: 'pending' });
    });

  it('are a hint only: a well-signed lie makes us ask, and the gateway tells the truth', async () => {
    expect((await send(news(trx), signed(news(trx)))).status).to.equal(204);
    expect((await send(news(trx), signed(news(trx)))).status).to.equal(204);
    expect(await tollgate.status(trx)).to.include({ payment_status: 'pending', gross_amount: 100.11 });
  });
});
