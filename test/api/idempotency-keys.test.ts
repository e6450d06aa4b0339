import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { openShop, type Shop } from './shop.js';

const APPROVED = '4242 4242 4242 4242';

describe('the key of an idempotent request', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const send = (body: object, key: string) => shop.tollgate.api('/h2h/initiate', body, { 'idempotency-key': key });

  for (const [what, key] of [
    ['empty', ''],
    ['with a space', 'a b'],
    ['with a tab', 'a\tb'],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'caf\u00e9'],
  ] as const)
    it(`refuses a key that is ${what}`, async () => {
      const { status, body } = await send(shop.body(APPROVED), key);
      expect(status).to.equal(400);
      expect(body.code).to.equal('validation_error');
      expect(body.errors?.map(({ field }) => field)).to.deep.equal(['Idempotency-Key']);
    });

  it('takes any key of 1 to 255 visible characters', async () => {
    for (const key of ['!', `~${'k'.repeat(254)}`]) {
      const answer = await send(shop.body(APPROVED), key);
      expect(answer.body.payment_status).to.equal('success');
    }
  });

  it('is each merchant’s own', async () => {
    const other = await openShop();
    const key = randomUUID();
    const first = await send(shop.body(APPROVED), key);
    const second = await send(other.body(APPROVED), key);
    expect(second.headers).to.not.have.property('idempotent-replayed');
    expect(second.body.payment_status).to.equal('success');
    expect(second.body.trx).to.not.equal(first.body.trx);
    await other.close();
  });

  it('keeps nothing of the request, and the answer only sealed', async () => {
    const records = shop.tollgate.database.collection<{ _id: string; startedAt: Date; expiresAt: Date }>(
      'idempotency_keys',
    );
    const before = new Set((await records.find().toArray()).map(({ _id }) => _id));
    const key = `key-${randomUUID()}`;
    const body = shop.body(APPROVED);
    const { body: answer } = await send(body, key);
    const kept = (await records.find().toArray()).filter(({ _id }) => !before.has(_id));
    expect(kept).to.have.length(1);
    for (const record of kept) {
      expect(record).to.have.all.keys('_id', 'fingerprint', 'startedAt', 'expiresAt', 'answer');
      expect(record.expiresAt.getTime() - record.startedAt.getTime()).to.equal(24 * 3_600_000);
    }
    const secrets = [key, '424242', 'ASHA RAO', body.identifier, shop.keys.public_key, String(answer.trx)];
    for (const secret of secrets) expect(JSON.stringify(kept)).to.not.include(secret);
  });
});
