import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { config } from '../../config/index.js';
import type { PaymentRecord } from '../../src/payments/payment.model.js';
import { redis } from '../../src/redis/client.js';
import { destroySealedCard, openSealedCard } from '../../src/vault/open-card.js';
import { leaveSealedCard, newSeal, takeBackSealedCard } from '../../src/vault/seal-card.js';
import { sealedCardKey } from '../../src/vault/sealed-card.js';
import { aPayment } from '../payments/a-payment.js';
import { until } from '../../scripts/until.js';

const CARD = { number: '4242424242424242', cvv: '9137', expiryMonth: 12, expiryYear: 2040, holder: 'Ada Lovelace' };

type Sealed = PaymentRecord & { cardSeal: string };

describe('a sealed card', () => {
  before(() => until('Redis is there', () => redis.status === 'ready'));

  async function sealed(overrides: Partial<PaymentRecord> = {}): Promise<Sealed> {
    const payment = { ...aPayment(overrides), cardSeal: newSeal() };
    await leaveSealedCard(payment, CARD);
    return payment;
  }
  const raw = ({ cardSeal }: Sealed) => redis.get(sealedCardKey(cardSeal));
  const refused = (payment: PaymentRecord) =>
    openSealedCard(payment).then(
      (card) => `opened: ${card?.number ?? 'nothing'}`,
      () => 'refused',
    );

  it('opens for its payment, as often as a worker asks', async () => {
    const payment = await sealed();
    expect(await openSealedCard(payment)).to.deep.equal(CARD);
    expect(await openSealedCard(payment)).to.deep.equal(CARD);
  });

  it('is nothing but noise to whoever reads Redis, and different each time', async () => {
    const [one = '', two = ''] = [(await raw(await sealed())) ?? '', (await raw(await sealed())) ?? ''];
    for (const part of [CARD.number, CARD.cvv, CARD.holder, 'Lovelace', '4242']) {
      const forms = [Buffer.from(part).toString('base64').replaceAll('=', ''), Buffer.from(part).toString('hex')];
      if (part.length > 4) forms.push(part); // four digits stand in noise now and then
      for (const form of forms) expect(one).to.not.include(form);
    }
    const others = two.split('.');
    expect(others).to.have.length(4);
    for (const [index, part] of one.split('.').entries()) expect(part).to.not.equal(others[index]);
  });

  const MOVED: [to: string, changes: (payment: Sealed) => Partial<PaymentRecord>][] = [
    ['payment', () => ({ _id: randomUUID() })],
    ['merchant', () => ({ merchantId: 'mer_another' })],
    ['amount', () => ({ requested: { amount: 4991, currency: 'EUR' } })],
    ['currency', () => ({ requested: { amount: 4990, currency: 'USD' } })],
  ];
  for (const [to, changes] of MOVED)
    it(`does not open for another ${to}`, async () => {
      const payment = await sealed();
      expect(await refused({ ...payment, ...changes(payment) })).to.equal('refused');
    });

  it('does not open under another name', async () => {
    const payment = await sealed();
    const cardSeal = newSeal();
    await redis.set(sealedCardKey(cardSeal), (await raw(payment)) ?? '', 'PX', 60_000);
    expect(await refused({ ...payment, cardSeal })).to.equal('refused');
  });

  it('does not open when a single character of any part was changed', async () => {
    const payment = await sealed();
    const parts = (await raw(payment))?.split('.') ?? [];
    for (const [index, part] of parts.entries()) {
      const changed = `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
      const text = parts.map((each, at) => (at === index ? changed : each)).join('.');
      await redis.set(sealedCardKey(payment.cardSeal), text, 'PX', 60_000);
      expect(await refused(payment), `part ${index}`).to.equal('refused');
    }
    for (const text of ['', '...', 'no seal', parts.slice(0, 3).join('.')]) {
      await redis.set(sealedCardKey(payment.cardSeal), text, 'PX', 60_000);
      expect(await refused(payment), text).to.equal('refused');
    }
  });

  it('does not open with a part of its authentication tag', async () => {
    const payment = await sealed();
    const [key, iv, tag = '', text] = (await raw(payment))?.split('.') ?? [];
    for (const bytes of [15, 12, 8, 4]) {
      const part = Buffer.from(tag, 'base64url').subarray(0, bytes).toString('base64url');
      await redis.set(sealedCardKey(payment.cardSeal), [key, iv, part, text].join('.'), 'PX', 60_000);
      expect(await refused(payment), `${bytes} bytes`).to.equal('refused');
    }
  });

  it('is gone after CARD_SEAL_TTL, and once it is destroyed or taken back', async () => {
    const payment = await sealed();
    expect(await redis.pttl(sealedCardKey(payment.cardSeal))).to.be.within(1, config.card.sealTtl * 1000);
    await destroySealedCard(payment.cardSeal);
    expect(await openSealedCard(payment)).to.equal(null);
    const another = await sealed();
    await takeBackSealedCard(another.cardSeal);
    expect(await openSealedCard(another)).to.equal(null);
  });

  it('was never there for a payment without one', async () => {
    expect(await openSealedCard(aPayment())).to.equal(null);
  });
});
