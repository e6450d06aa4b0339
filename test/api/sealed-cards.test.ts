import { expect } from 'chai';
import { keyedHash } from '../../src/crypto/keyed.js';
import { beginCheckout, cardForm, formTokenIn } from '../checkout/shopper.js';
import { openShop, type Shop } from './shop.js';

const APPROVED = '4242 4242 4242 4242';
const DECLINED = '4000 0000 0000 0002';

async function postThrice({ tollgate, keys }: Shop): Promise<void> {
  const checkout = await beginCheckout(tollgate, { public_key: keys.public_key });
  const form = formTokenIn((await checkout.get()).text);
  await Promise.all([1, 2, 3].map(() => checkout.post({ form, ...cardForm(APPROVED) })));
}

const CASES: [what: string, ask: (shop: Shop) => Promise<unknown>][] = [
  ['an approval', (shop) => shop.pay(APPROVED)],
  ['a decline', (shop) => shop.pay(DECLINED)],
  ['a challenge', (shop) => shop.pay('4000 0000 0000 3220')],
  ['no answer', (shop) => shop.pay('4000 0000 0000 0770')],
  ['a form of our page that came three times at once', postThrice],
  ['a refusal of ours', (shop) => shop.pay(APPROVED, { identifier: 'taken' })],
  [
    'a repetition after the first answer was lost',
    async (shop) => {
      const _id = keyedHash('idempotency', `${shop.keys.id}|lost`);
      await shop.tollgate.database.collection<{ _id: string }>('idempotency_keys').deleteOne({ _id });
      const { body } = await shop.pay(APPROVED, { identifier: 'lost' }, { 'idempotency-key': 'lost' });
      expect(body.payment_status).to.equal('success');
    },
  ],
  ['a replay', (shop) => shop.pay(APPROVED, { identifier: 'replayed' }, { 'idempotency-key': 'one' })],
];

describe('sealed cards', () => {
  const shops: Shop[] = [];
  const open = async (choices: object = {}): Promise<Shop> => {
    const shop = await openShop(choices);
    shops.push(shop);
    return shop;
  };
  let shop: Shop;
  before(async () => {
    shop = await open();
    for (const [, ask] of CASES.slice(-3)) await ask(shop); // which take their identifiers
  });
  after(() => Promise.all(shops.map((each) => each.close())));

  /** The sealed cards that lie in Redis afterwards and did not before. */
  async function leftBy(ask: () => Promise<unknown>): Promise<string[]> {
    const before = await shop.sealedCards();
    await ask();
    return (await shop.sealedCards()).filter((key) => !before.includes(key));
  }

  for (const [what, ask] of CASES)
    it(`are gone after ${what}`, async () => {
      expect(await leftBy(() => ask(shop))).to.deep.equal([]);
    });

  it('are gone after a decline without asking: too many before', async () => {
    const declining = await open();
    for (let time = 0; time < 5; time++) await declining.pay(DECLINED);
    expect(
      await leftBy(async () => expect((await declining.pay(DECLINED)).body.reason).to.equal('velocity')),
    ).to.deep.equal([]);
  });
});
