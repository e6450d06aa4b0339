import { expect } from 'chai';
import type { AnswerBody } from '../support/ask.js';
import { cancel, enterCode } from '../support/bank-customer.js';
import { openShop, type Shop } from './shop.js';

/** Each currency of the sandbox with its decimals and with amounts that are hard on doubles. */
const CURRENCIES: [currency: string, decimals: number, amounts: number[]][] = [
  ['USD', 2, [0.5, 1.1, 4.35, 100, 999_999.99]],
  ['EUR', 2, [0.57, 8.2, 1234.56]],
  ['GBP', 2, [0.81, 19.99]],
  ['CAD', 2, [70.07, 1.15]],
  ['AUD', 2, [33.33, 0.7]],
  ['JPY', 0, [50, 999_999]],
  ['KWD', 3, [0.571, 1.005, 999_999.99]],
  ['INR', 2, [100.1, 250_000.01]],
  ['BDT', 2, [11.11, 50_000]],
];

const AMOUNTS = ['gross_amount', 'charge', 'net_amount', 'gross_amount_usd', 'charge_usd', 'net_amount_usd'] as const;

/** Whole minor units of an amount: what a merchant's own books would hold. */
function minor(value: unknown, decimals: number): bigint {
  const scaled = Number(value) * 10 ** decimals;
  expect(Math.abs(scaled - Math.round(scaled)), `${String(value)} has more than ${decimals} decimals`).to.be.below(
    1e-4,
  );
  return BigInt(Math.round(scaled));
}

/** Dollars in cents, half-up, worked out a second way: in whole numbers, from the rate's own digits. */
function inCents(amount: bigint, decimals: number, rate: number): bigint {
  const scale = 10n ** 8n;
  const divisor = BigInt(Math.round(rate * 1e8)) * 10n ** BigInt(decimals);
  return (2n * amount * 100n * scale + divisor) / (2n * divisor);
}

describe('amounts', () => {
  let shop: Shop;
  before(async () => {
    const fees = [
      { currency: 'EUR', basisPoints: 250, fixed: 30 },
      { currency: 'JPY', basisPoints: 333, fixed: 7 },
      { currency: 'KWD', basisPoints: 175, fixed: 111, maximum: 5000 },
      { basisPoints: 290, fixed: 0 },
    ];
    shop = await openShop({ fees });
  });
  after(() => shop.close());

  function addsUp(status: AnswerBody, amount: number, decimals: number): void {
    const [gross, charge, net] = AMOUNTS.slice(0, 3).map((name) => minor(status[name], decimals));
    const [grossUsd, chargeUsd, netUsd] = AMOUNTS.slice(3).map((name) => minor(status[name], 2));
    expect(status.gross_amount).to.equal(amount);
    expect(status.requested_amount).to.equal(amount);
    if (gross === undefined || charge === undefined || chargeUsd === undefined)
      throw new Error('There are six amounts');
    expect(net).to.equal(gross - charge);
    expect(charge > 0n).to.equal(true);
    expect(grossUsd).to.equal(inCents(gross, decimals, Number(status.conversion_rate)));
    expect(chargeUsd).to.equal(inCents(charge, decimals, Number(status.conversion_rate)));
    expect(netUsd).to.equal((grossUsd ?? 0n) - chargeUsd);
  }

  for (const [currency, decimals, amounts] of CURRENCIES)
    it(`add up in ${currency} and in USD, with no digit lost`, async () => {
      for (const amount of amounts) {
        const { trx } = await shop.payFor('4242 4242 4242 4242', { amount, currency });
        const status = await shop.status(trx);
        expect(status).to.include({ payment_status: 'success', currency, requested_currency: currency });
        addsUp(status, amount, decimals);
        const [charge] = await shop.tollgate.ledger(trx);
        expect(charge).to.include({ amount: Number(minor(amount, decimals)), currency });
      }
    });

  it('are the same in both triples when the currency is USD', async () => {
    const { trx } = await shop.payFor('4242 4242 4242 4242', { amount: 100, currency: 'USD' });
    const expected = {
      gross_amount: 100,
      charge: 2.9,
      net_amount: 97.1,
      gross_amount_usd: 100,
      charge_usd: 2.9,
      net_amount_usd: 97.1,
      conversion_rate: 1,
    };
    expect(await shop.status(trx)).to.include(expected);
  });

  it('are the quote while the payment is pending, and stay what they are on success', async () => {
    const { trx, redirect_url } = await shop.payFor('4000 0000 0000 3220', { amount: 49.9, currency: 'EUR' });
    const quote = await shop.status(trx);
    expect(quote).to.include({ payment_status: 'pending', charge: 1.55, net_amount: 48.35 });
    addsUp(quote, 49.9, 2);
    await enterCode(redirect_url ?? '');
    const paid = await shop.settled(trx);
    for (const name of [...AMOUNTS, 'conversion_rate']) expect(paid[name], name).to.equal(quote[name]);
  });

  it('are six zeros when nothing was received, beside what was asked for', async () => {
    const { trx: declined } = await shop.payFor('4000 0000 0000 0002', { amount: 49.9, currency: 'EUR' });
    const { trx: given, redirect_url } = await shop.payFor('4000 0000 0000 3220', { amount: 49.9, currency: 'EUR' });
    await cancel(redirect_url ?? '');
    for (const status of [await shop.status(declined), await shop.settled(given)]) {
      for (const name of AMOUNTS) expect(status[name], name).to.equal(0);
      expect(status).to.include({
        payment_status: 'failed',
        requested_amount: 49.9,
        requested_currency: 'EUR',
        currency: 'EUR',
        conversion_rate: 0.8612,
      });
    }
  });

  it('are refused when the fee would swallow them, by a 400 that names the amount', async () => {
    for (const [amount, status] of [
      [0.3, 400],
      [0.31, 400],
      [0.32, 200],
    ] as const) {
      const answer = await shop.pay('4242 4242 4242 4242', { amount, currency: 'EUR' });
      expect(answer.status, String(amount)).to.equal(status);
      if (status === 400) expect(answer.body.errors?.map(({ field }) => field)).to.deep.equal(['amount']);
    }
  });

  it('have no fee without a rule', async () => {
    const free = await openShop();
    const { trx } = await free.payFor('4242 4242 4242 4242', { amount: 12.34, currency: 'GBP' });
    expect(await free.status(trx)).to.include({ gross_amount: 12.34, charge: 0, net_amount: 12.34, charge_usd: 0 });
    await free.close();
  });
});
