import { expect } from 'chai';
import { config } from '../../config/index.js';
import { merchants } from '../../src/merchants/merchant.model.js';
import { trxOf } from '../../src/merchants/trx.js';
import { setMerchantStatus, type MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { payments } from '../../src/payments/payment.model.js';
import { redis } from '../../src/redis/client.js';
import { aPayment } from '../payments/a-payment.js';
import { headersOf } from '../reference/described.js';
import type { Question } from '../support/ask.js';
import { fillBuckets, initiateBody, startWeb, type Web } from './web.js';

const PATH = '/h2h/initiate';
const BAD_KEY = { 'idempotency-key': 'not a key' };
/** Headers of answers that the reference tells of. */
const OF_OURS = /^(x-request-id|allow|retry-after|ratelimit-\w+|idempotent-replayed)$/;
const TAKEN = 'an identifier that is taken';

describe('the order of checks', () => {
  let web: Web;
  let ready: MerchantKeys;
  let suspended: MerchantKeys;
  let withoutCards: MerchantKeys;
  let exhausted: MerchantKeys;

  /** A payment of an earlier day, for duplicates. */
  async function take(merchantId: string): Promise<void> {
    const merchant = await merchants.findOne({ _id: merchantId });
    if (merchant) await payments.insertOne(aPayment({ _id: trxOf(merchant, TAKEN), merchantId, status: 'failed' }));
  }

  before(async () => {
    web = await startWeb();
    await fillBuckets();
    ready = await web.merchant();
    suspended = await web.merchant({ methods: [] });
    await setMerchantStatus(suspended.id, 'suspended');
    withoutCards = await web.merchant({ methods: [] });
    exhausted = await web.merchant({ methods: [] });
    for (const { id } of [ready, suspended, withoutCards, exhausted]) await take(id);
  });
  after(async () => {
    await payments.deleteMany({ merchantId: { $in: [ready, suspended, withoutCards, exhausted].map(({ id }) => id) } });
    await web.close();
  });

  /** Wrong in fields, and in all that is looked at after the fields: the currency without a route, the identifier taken. */
  const wrongFields = (key: string) => initiateBody(key, { identifier: TAKEN, details: 7 });
  const wrongRoute = (key: string) => initiateBody(key, { identifier: TAKEN });
  const wrongIdentifier = (key: string) => ({ ...wrongRoute(key), currency: 'EUR' });
  const tooMuch = () => '{'.repeat(100 * 1024 + 1);

  /** Each request is wrong in what it is named for and in everything that is checked later. */
  const STEPS: [wrong: string, status: number, code: string, question: () => Question & { path?: string }][] = [
    [
      'path',
      404,
      'not_found',
      () => ({ path: '/h2h/unknown', body: tooMuch(), headers: { 'content-type': 'text/plain', ...BAD_KEY } }),
    ],
    [
      'method',
      405,
      'method_not_allowed',
      () => ({ method: 'PUT', body: tooMuch(), headers: { 'content-type': 'text/plain' } }),
    ],
    [
      'media type',
      415,
      'unsupported_media_type',
      () => ({ body: tooMuch(), headers: { 'content-type': 'text/plain' } }),
    ],
    ['size', 413, 'payload_too_large', () => ({ body: tooMuch(), headers: BAD_KEY })],
    ['JSON', 400, 'invalid_json', () => ({ body: '{"public_key":"pk_test_unknown"', headers: BAD_KEY })],
    ['key', 401, 'authentication_failed', () => ({ body: wrongFields('pk_test_unknown'), headers: BAD_KEY })],
    ['rate', 429, 'rate_limited', () => ({ body: wrongFields(exhausted.public_key), headers: BAD_KEY })],
    ['Idempotency-Key', 400, 'validation_error', () => ({ body: wrongFields(suspended.public_key), headers: BAD_KEY })],
    ['fields', 400, 'validation_error', () => ({ body: wrongFields(suspended.public_key) })],
    ['merchant', 403, 'merchant_inactive', () => ({ body: wrongRoute(suspended.public_key) })],
    ['method of payment', 403, 'method_not_enabled', () => ({ body: wrongRoute(withoutCards.public_key) })],
    ['route', 422, 'no_flow_available', () => ({ body: wrongRoute(ready.public_key) })],
    ['identifier', 409, 'duplicate_identifier', () => ({ body: wrongIdentifier(ready.public_key) })],
  ];

  for (const [index, [wrong, status, code, question]] of STEPS.entries()) {
    const next = STEPS[index + 1]?.[0];
    it(`is told first that the ${wrong} is wrong${next ? `, then the ${next}` : ', at the end'}`, async () => {
      const bucket = `${config.queuePrefix}:bucket:initiate:${exhausted.id}`;
      await redis.hset(bucket, { tokens: -1000, at: Math.floor(Date.now() / 1000) });
      const { path = PATH, ...rest } = question();
      const answer = await web.ask(path, rest);
      expect(answer.body).to.include({ status: 'error', code });
      expect(answer.status).to.equal(status);
      if (wrong === 'Idempotency-Key') expect(answer.body.errors?.map(({ field }) => field)).to.deep.equal([wrong]);
      if (wrong === 'fields') expect(answer.body.errors?.map(({ field }) => field)).to.deep.equal(['details']);
      if (path !== PATH) return; // nothing describes what is not there
      const sent = Object.keys(answer.headers).filter((name) => OF_OURS.test(name));
      const described = headersOf(path, 'post', status);
      expect([...described.keys()]).to.include.members(sent);
      expect(sent).to.include.members([...described].flatMap(([name, always]) => (always ? [name] : [])));
    });
  }

  it('reports the amount that its fee would swallow among the faults of the fields, in their order', async () => {
    const { public_key } = await web.merchant({ fees: [{ currency: 'EUR', basisPoints: 0, fixed: 500 }] });
    const body = { ...initiateBody(public_key), currency: 'EUR', amount: 5, details: 7, payment_method_type: 'cash' };
    const { body: answer } = await web.ask(PATH, { body: { ...body, payment_method_type: 'card' } });
    expect(answer.errors?.map(({ field }) => field)).to.deep.equal(['amount', 'details']);
    expect(answer.message).to.deep.equal(['amount must be more than its fee', 'details must be a string']);
  });
});
