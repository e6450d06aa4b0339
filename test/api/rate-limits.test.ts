import { expect } from 'chai';
import type { MerchantKeys } from '../../src/merchants/manage-merchants.js';
import { keyOf } from '../../src/redis/keys.js';
import { redis } from '../../src/redis/client.js';
import type { Answer } from '../support/ask.js';
import { fillBuckets, initiateBody, startWeb, type Web } from './web.js';

/** Sent to who is never refused, before it is called a fault. */
const MOST_CALLS = 2000;

describe('rate limits', () => {
  let web: Web;
  let merchant: MerchantKeys;
  before(async () => {
    web = await startWeb();
  });
  beforeEach(async () => {
    await fillBuckets();
    merchant = await web.merchant();
  });
  after(() => web.close());

  const LIMITS: [path: string, burst: number, perSecond: number, body: (key: string) => object][] = [
    ['/h2h/initiate', 50, 25, initiateBody],
    ['/h2h/status', 100, 50, (public_key) => ({ public_key, trx: 'unknown' })],
    ['/h2h/events', 100, 50, (public_key) => ({ public_key })],
    ['/h2h/confirm', 10, 5, (public_key) => ({ public_key, trx: 'unknown', payment_proof: 'reference 1' })],
  ];

  /** Leaves the merchant no token for a while, however slow the machine is. */
  const empty = (kind: string) =>
    redis.hset(keyOf(`bucket:${kind}:${merchant.id}`), { tokens: -1000, at: Math.floor(Date.now() / 1000) });

  const limitHeaders = ({ headers }: Answer) =>
    ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset'].map((name) => Number(headers[name]));

  for (const [path, burst, perSecond, bodyFor] of LIMITS) {
    it(`tells at ${path} where the merchant stands`, async () => {
      const first = await web.ask(path, { body: bodyFor(merchant.public_key) });
      const [limit, remaining, reset] = limitHeaders(first);
      expect(limit).to.equal(burst);
      expect(remaining).to.equal(burst - 1);
      expect(reset).to.equal(1);
      expect(first.headers).to.not.have.property('retry-after');
    });

    it(`lets ${burst} at once through at ${path}, then ${perSecond} a second`, async () => {
      const began = performance.now();
      const send = () => web.ask(path, { body: bodyFor(merchant.public_key) });
      const answers: Answer[] = [];
      const refused: Answer[] = [];
      // A slow machine needs more of them, since tokens come back meanwhile.
      while (refused.length === 0 && answers.length < MOST_CALLS) {
        const more = await Promise.all(Array.from({ length: 2 * burst }, send));
        answers.push(...more);
        refused.push(...more.filter(({ status }) => status === 429));
      }
      const seconds = (performance.now() - began) / 1000;
      const taken = answers.length - refused.length;
      expect(taken).to.be.within(burst, burst + Math.ceil(seconds * perSecond));
      expect(refused).to.not.be.empty;
      for (const answer of refused) {
        expect(answer.body).to.include({ status: 'error', code: 'rate_limited' });
        expect(Number(answer.headers['retry-after'])).to.equal(1);
        expect(limitHeaders(answer)[1]).to.equal(0);
        expect(limitHeaders(answer)[2]).to.equal(burst / perSecond);
      }
    });
  }

  it('are counted for each merchant and each kind of call alone', async () => {
    await empty('initiate');
    const body = initiateBody(merchant.public_key);
    expect((await web.ask('/h2h/initiate', { body })).status).to.equal(429);
    const { public_key } = await web.merchant();
    expect((await web.ask('/h2h/initiate', { body: initiateBody(public_key) })).status).to.equal(422);
    const status = await web.ask('/h2h/status', { body: { public_key: merchant.public_key, trx: 'unknown' } });
    expect(status.status).to.equal(404);
  });

  it('count the requests of /v1 with the others', async () => {
    const body = { public_key: merchant.public_key, trx: 'unknown' };
    expect((await web.ask('/v1/h2h/status', { body })).status).to.equal(404);
    await empty('status');
    for (const path of ['/h2h/status', '/v1/h2h/status'])
      expect((await web.ask(path, { body })).status, path).to.equal(429);
  });
});
