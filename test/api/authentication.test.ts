import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { merchants } from '../../src/merchants/merchant.model.js';
import { rotatePublicKey, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { trxOf } from '../../src/merchants/trx.js';
import { payments } from '../../src/payments/payment.model.js';
import { aPayment } from '../payments/a-payment.js';
import type { Answer } from '../support/ask.js';
import { fillBuckets, startWeb, type Web } from './web.js';

/** An error's body without what differs from request to request. */
const comparable = ({ body }: Answer) => ({ ...body, request_id: 'any' });

describe('authentication', () => {
  let web: Web;
  let merchant: MerchantKeys;
  let other: MerchantKeys;
  before(async () => {
    web = await startWeb();
    [merchant, other] = [await web.merchant(), await web.merchant()];
  });
  beforeEach(fillBuckets);
  after(async () => {
    await payments.deleteMany({ merchantId: { $in: [merchant.id, other.id] } });
    await web.close();
  });

  const status = (body: object) => web.ask('/h2h/status', { body });

  const KEYS: [what: string, key: () => unknown][] = [
    ['missing', () => undefined],
    ['null', () => null],
    ['empty', () => ''],
    ['a number', () => 7],
    ['true', () => true],
    ['a list with a key in it', () => [merchant.public_key]],
    ['an operator', () => ({ $ne: null })],
    ['another operator', () => ({ $gt: '' })],
    ['a regular expression', () => ({ $regex: '.*' })],
    ['unknown', () => `pk_test_${randomUUID()}`],
    ['of a live merchant that does not exist', () => merchant.public_key.replace('test', 'live')],
    ['in capitals', () => merchant.public_key.toUpperCase()],
    ['followed by a space', () => `${merchant.public_key} `],
    ['cut short', () => merchant.public_key.slice(0, -1)],
    ['the secret key', () => merchant.secret_key],
    ["the merchant's id", () => merchant.id],
    ['very long', () => 'k'.repeat(90_000)],
    ['a control character', () => '\u0000'],
    ['half of a surrogate pair', () => '\ud800'],
  ];
  for (const [what, key] of KEYS)
    it(`fails with one text when the key is ${what}`, async () => {
      const answer = await status({ public_key: key(), trx: 'x' });
      expect(comparable(answer)).to.deep.equal({
        status: 'error',
        message: ['Authentication failed'],
        code: 'authentication_failed',
        request_id: 'any',
      });
      expect(answer.status).to.equal(401);
    });

  it('takes the key from the body alone', async () => {
    const { public_key } = merchant;
    const headers = { authorization: `Bearer ${public_key}`, 'x-api-key': public_key };
    expect((await web.ask(`/h2h/status?public_key=${public_key}`, { body: {}, headers })).status).to.equal(401);
    expect((await status({ PUBLIC_KEY: public_key })).status).to.equal(401);
  });

  it('knows the merchant by the last of two keys, as JSON does', async () => {
    const twice = `{"public_key":"pk_test_unknown","public_key":"${merchant.public_key}","trx":"x"}`;
    expect((await web.ask('/h2h/status', { body: twice })).status).to.equal(404);
  });

  it('fails with a rotated key, and takes the new one at once', async () => {
    const { id, public_key: old } = await web.merchant(); // never used, so that no cache holds it
    const { public_key } = await rotatePublicKey(id);
    expect((await status({ public_key: old, trx: 'x' })).status).to.equal(401);
    expect((await status({ public_key, trx: 'x' })).status).to.equal(404);
  });

  it('stops an address after 30 failures, and no merchant whose key is right', async () => {
    const began = performance.now();
    const guess = () => status({ public_key: 'pk_test_guess' });
    let failures = 0;
    let refused = await guess();
    for (; refused.status === 401 && failures < 200; refused = await guess()) failures += 1;
    const comeBack = Math.ceil((performance.now() - began) / 2000); // tokens, one every two seconds
    expect(failures).to.be.within(30, 30 + comeBack);
    expect(refused.status).to.equal(429);
    expect(refused.body).to.include({ status: 'error', code: 'rate_limited' });
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 2);
    expect(refused.headers).to.include({ 'ratelimit-limit': '30', 'ratelimit-remaining': '0' });
    expect(Number(refused.headers['ratelimit-reset'])).to.be.within(58, 60);
    expect((await status({ public_key: merchant.public_key, trx: 'x' })).status).to.equal(404);
  });

  it('does not count what a client says of its address', async () => {
    let answer = 401;
    for (let time = 0; answer === 401 && time < 200; time++) {
      const headers = { 'x-forwarded-for': `203.0.113.${time}` };
      answer = (await web.ask('/h2h/status', { body: {}, headers })).status;
    }
    expect(answer).to.equal(429); // whichever it is: one is let through every two seconds
  });

  it("answers for another merchant's payment as for none", async () => {
    const owner = await merchants.findOne({ _id: other.id });
    if (!owner) throw new Error('The other merchant is gone');
    const payment = aPayment({
      _id: trxOf(owner, 'theirs'),
      merchantId: other.id,
      identifier: 'theirs',
      status: 'succeeded',
    });
    await payments.insertOne(payment);
    expect((await status({ public_key: other.public_key, trx: payment._id })).body.identifier).to.equal('theirs');
    expect((await status({ public_key: other.public_key, identifier: 'theirs' })).body.trx).to.equal(payment._id);

    const asked = [
      payment._id,
      payment._id.toUpperCase(),
      randomUUID(),
      'no-uuid',
      '1',
      "' or 1=1",
      '../../etc',
      'x'.repeat(300),
      'x'.repeat(50_000),
    ];
    const answers = await Promise.all(asked.map((trx) => status({ public_key: merchant.public_key, trx })));
    answers.push(await status({ public_key: merchant.public_key, identifier: 'theirs' }));
    for (const answer of answers)
      expect(comparable(answer)).to.deep.equal({
        status: 'error',
        message: ['Transaction not found'],
        code: 'transaction_not_found',
        request_id: 'any',
      });
    for (const { status: code } of answers) expect(code).to.equal(404);
  });

  for (const trx of [{ $ne: null }, { $gt: '' }, ['x'], 7, true])
    it(`refuses ${JSON.stringify(trx)} for a trx`, async () => {
      const { status: code, body } = await status({ public_key: merchant.public_key, trx });
      expect(code).to.equal(400);
      expect(body.errors?.map(({ field }) => field)).to.deep.equal(['trx']);
    });
});
