import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import supertest from 'supertest';
import { connectDatabase } from '../../src/database/client.js';
import { setMerchantStatus } from '../../src/merchants/manage-merchants.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { findImage } from '../../src/proofs/proof-image.model.js';
import { aPayment, IN_AN_HOUR } from '../payments/a-payment.js';
import { aUpiPayment, stored } from './a-local-payment.js';
import { aMerchant, app, aShop, call, removeSaved, saved } from './api.js';
import { IMAGES } from './proofs-of-each-form.js';

const FORMAT = 'Invalid proof format; a base64 image, a URL or a text reference is expected.';
const CARD = 'Proof of payment is not supported for card payments; card payments are approved or declined instantly.';
const MOST = 10 * 1024 * 1024;

describe('POST /h2h/confirm refuses', () => {
  before(connectDatabase);
  after(removeSaved);

  const FIELDS: [string, object, [string, string][]][] = [
    [
      'a call without its fields',
      {},
      [
        ['trx', 'required'],
        ['payment_proof', 'required'],
      ],
    ],
    ['a blank proof', { trx: 'x', payment_proof: '  ' }, [['payment_proof', 'required']]],
    ['an empty proof', { trx: 'x', payment_proof: '' }, [['payment_proof', 'required']]],
    ['a proof that is null', { trx: 'x', payment_proof: null }, [['payment_proof', 'required']]],
    ['an object for a proof', { trx: 'x', payment_proof: { $ne: '' } }, [['payment_proof', 'invalid_type']]],
    ['a list for a proof', { trx: 'x', payment_proof: ['632551234567'] }, [['payment_proof', 'invalid_type']]],
    ['a number for a proof', { trx: 'x', payment_proof: 632551234567 }, [['payment_proof', 'invalid_type']]],
    ['an object for a trx', { trx: { $gt: '' }, payment_proof: 'paid 1' }, [['trx', 'invalid_type']]],
  ];
  for (const [what, fields, faults] of FIELDS)
    it(what, async () => {
      const { public_key } = await aMerchant();
      const { status, body } = await call('/h2h/confirm', { public_key, ...fields });
      expect(status).to.equal(400);
      expect(body.errors?.map(({ field, code }) => [field, code])).to.deep.equal(faults);
    });

  it('a form that nobody knows, in the words of the specification', async () => {
    const { trx, confirm } = await aShop();
    const { status, body } = await confirm('data:image/png;base64,!!!!');
    expect(status).to.equal(400);
    expect(body.message).to.deep.equal([FORMAT]);
    expect(body.errors).to.deep.equal([{ field: 'payment_proof', code: 'invalid_proof_format', message: FORMAT }]);
    expect(await stored(trx)).to.not.have.property('proof');
  });

  it('a proof of more than 10 MiB before it looks at its form, and takes one of exactly 10 MiB', async () => {
    const { trx, confirm } = await aShop();
    const largest = Buffer.concat([IMAGES['image/png'], Buffer.alloc((MOST / 4) * 3 - IMAGES['image/png'].length)]);
    const fits = largest.toString('base64');
    expect(fits).to.have.length(MOST);
    const over = await confirm(`${fits}!`);
    expect(over.status).to.equal(413);
    expect(over.body.code).to.equal('payload_too_large');
    expect((await confirm('ä'.repeat(MOST / 2) + '1')).status).to.equal(413); // bytes count, not characters
    expect(await stored(trx)).to.not.have.property('proof');
    expect((await confirm(fits)).status).to.equal(200);
    const id = (await stored(trx)).proof?.versions[0]?.image?.id ?? '';
    expect((await findImage(id))?.equals(largest)).to.equal(true);
  });

  it('a body of more than 14 MiB', async () => {
    const { confirm } = await aShop();
    expect((await confirm('1'.repeat(14 * 1024 * 1024))).status).to.equal(413);
  });

  it("an unknown trx, one that is no UUID, and another merchant's, with one answer", async () => {
    const { confirm } = await aShop();
    const another = await saved(aUpiPayment());
    for (const trx of [randomUUID(), 'no-uuid', 'a'.repeat(300), another._id]) {
      const { status, body } = await confirm('632551234567', trx);
      expect(status).to.equal(404);
      expect(body.code).to.equal('transaction_not_found');
    }
  });

  it('a suspended merchant, whatever the trx, but not before its fields are right', async () => {
    const { id, public_key } = await aMerchant();
    await setMerchantStatus(id, 'suspended');
    const send = (trx: unknown) => call('/h2h/confirm', { public_key, trx, payment_proof: 'paid 1' });
    expect((await send(undefined)).status).to.equal(400);
    const { status, body } = await send(randomUUID());
    expect(status).to.equal(403);
    expect(body.code).to.equal('merchant_inactive');
  });

  // Whatever is sent, the answer is about the payment, which no better proof would change.
  const SENT: [string, string][] = [
    ['a good proof', '632551234567'],
    ['a bad proof', 'data:image/png;base64,!!!!'],
    ['an oversized proof', '1'.repeat(MOST + 1)],
  ];
  for (const [what, proof] of SENT) {
    for (const status of ['challenged', 'succeeded', 'failed'] as const)
      it(`${what} for a card payment that is ${status}, in the words of the specification`, async () => {
        const { id: merchantId, public_key } = await aMerchant();
        const { _id: trx } = await saved(aPayment({ merchantId, status }));
        const answer = await call('/h2h/confirm', { public_key, trx, payment_proof: proof });
        expect(answer.status).to.equal(422);
        expect(answer.body).to.deep.include({ code: 'proof_not_supported', message: [CARD] });
      });

    for (const status of ['succeeded', 'failed', 'cancelled'] as const)
      it(`${what} for a local payment that is ${status}`, async () => {
        const { confirm } = await aShop({ status, next: { job: 'late-confirmation', at: IN_AN_HOUR() } });
        const answer = await confirm(proof);
        expect(answer.status).to.equal(409);
        expect(answer.body.code).to.equal('payment_final');
      });
  }

  const WITHOUT_ORDER: [string, Partial<PaymentRecord>][] = [
    ['whose customer has not chosen how to pay', { method: null, status: 'checkout_open' }],
    ['whose customer went back to the choice', { method: 'upi', status: 'checkout_open' }],
    ['by direct debit', { method: 'sepa', status: 'awaiting_debit' }],
  ];
  for (const [what, overrides] of WITHOUT_ORDER)
    it(`a proof for a hosted payment ${what}, and says which payments take one`, async () => {
      const { trx, confirm } = await aShop(overrides);
      const { status, body } = await confirm('632551234567');
      expect({ status, code: body.code }).to.deep.equal({ status: 422, code: 'proof_not_supported' });
      expect(body.message?.[0]).to.include('UPI or wallet');
      expect(await stored(trx)).to.not.have.property('proof');
    });

  it('a method other than POST', async () => {
    const answer = await supertest(app).get('/h2h/confirm');
    expect(answer.status).to.equal(405);
    expect(answer.headers.allow).to.equal('POST');
  });
});
