import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/ask.js';
import { openShop, type Shop } from './shop.js';

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0127';

describe('the identifier of a payment', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const pay = (identifier: string, changes: object = {}) => shop.pay(APPROVED, { identifier, ...changes });
  const isDuplicate = ({ status, body }: Answer) => {
    expect(body).to.include({ status: 'error', code: 'duplicate_identifier' });
    expect(status).to.equal(409);
  };

  for (const number of [APPROVED, DECLINED, '4000 0000 0000 3220'])
    it(`is used up by ${number}, whatever came of it`, async () => {
      const identifier = randomUUID();
      const { trx } = await shop.payFor(number, { identifier });
      isDuplicate(await pay(identifier));
      isDuplicate(await pay(identifier, { amount: 7, currency: 'EUR' }));
      const { body } = await shop.tollgate.api('/h2h/status', { public_key: shop.keys.public_key, identifier });
      expect(body.trx).to.equal(trx);
    });

  it('is used by exactly one of many at once, and charged once', async () => {
    const identifier = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => pay(identifier)));
    const taken = answers.filter(({ status }) => status === 200);
    expect(taken).to.have.length(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) isDuplicate(answer);
    expect(await shop.tollgate.ledger(taken[0]?.body.trx ?? '')).to.have.length(1);
  });

  it('is not used up by a request that is refused', async () => {
    const identifier = randomUUID();
    for (const changes of [{ amount: -1 }, { currency: 'SEK' }, { card: { number: '4242' } }, { customer: null }])
      expect((await pay(identifier, changes)).status).to.be.within(400, 422);
    expect((await pay(identifier)).body.payment_status).to.equal('success');
  });

  const DIFFERENT: [what: string, one: string, two: string][] = [
    ['upper and lower case', 'A', 'a'],
    ['composed and decomposed letters', 'caf\u00e9', 'cafe\u0301'],
    ['with and without a space at the end', 'order', 'order '],
    ['with and without an invisible character', 'basket', 'basket\u200b'],
    ['wide and narrow digits', '1', '\uff11'],
    ['the same number, written in two ways', '7', '07'],
    ['255 characters whose last one differs', `${'x'.repeat(254)}1`, `${'x'.repeat(254)}2`],
    ['255 characters outside the first plane', '\u{1f375}'.repeat(255), `${'\u{1f375}'.repeat(254)}\u{1f376}`],
  ];
  for (const [what, one, two] of DIFFERENT)
    it(`is compared byte for byte: ${what}`, async () => {
      const [first, second] = [one, two];
      const [a, b] = [await pay(first), await pay(second)];
      expect([a.body.payment_status, b.body.payment_status]).to.deep.equal(['success', 'success']);
      expect(a.body.trx).to.not.equal(b.body.trx);
      expect((await shop.status(b.body.trx ?? '')).identifier).to.equal(second);
      isDuplicate(await pay(first));
    });

  it('may be the same at two merchants', async () => {
    const other = await openShop();
    const identifier = randomUUID();
    const [mine, theirs] = [await pay(identifier), await other.pay(APPROVED, { identifier })];
    expect(theirs.body.payment_status).to.equal('success');
    expect(theirs.body.trx).to.not.equal(mine.body.trx);
    await other.close();
  });
});
