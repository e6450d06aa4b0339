import { expect } from 'chai';
import { mock } from 'node:test';
import { until } from '../../scripts/until.js';
import { currentRate, NoRate, rates, setRate } from '../../src/money/rates.js';

/** Stands in for the collection; its currencies are no other test's, since the cache is the whole process's. */
const stored = new Map<string, object>();
let questions = 0;
const standIn = {
  findOne: async ({ _id }: { _id: string }) => {
    questions += 1;
    return stored.get(_id) ?? null;
  },
  replaceOne: async ({ _id }: { _id: string }, rate: object) => stored.set(_id, rate),
};

describe('rates', () => {
  before(() => {
    Object.assign(rates, standIn);
  });
  beforeEach(() => {
    questions = 0;
  });
  after(() => {
    for (const name of Object.keys(standIn)) Reflect.deleteProperty(rates, name); // the class's own methods show again
  });

  it('has a shipped rate for every currency of the sandbox', async () => {
    for (const currency of ['EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD', 'INR', 'BDT', 'SEK']) {
      const { value, source, at } = await currentRate(currency);
      expect(Number(value)).to.be.greaterThan(0);
      expect(source).to.equal('shipped table');
      expect(at.toISOString()).to.match(/^2026-11-/);
    }
  });

  it('is 1 for USD, without asking', async () => {
    expect((await currentRate('USD')).value).to.equal('1');
    expect(questions).to.equal(0);
  });

  it('asks once a minute', async () => {
    stored.set('CHF', { value: '0.79', source: 'operator', at: new Date(0) });
    const first = await currentRate('CHF');
    expect(await currentRate('CHF')).to.deep.equal(first);
    expect(first).to.deep.equal({ value: '0.79', source: 'operator', at: new Date(0) });
    expect(questions).to.equal(1);
  });

  it('shows what another process has set within a minute', async () => {
    stored.set('DKK', { value: '6.4', source: 'operator', at: new Date(0) });
    await currentRate('DKK');
    stored.set('DKK', { value: '6.5', source: 'operator', at: new Date(0) });
    const later = performance.now() + 60_001;
    const clock = mock.method(performance, 'now', () => later);
    try {
      // The memory itself looks at the clock once a millisecond.
      await until('the new rate is shown', async () => (await currentRate('DKK')).value === '6.5');
    } finally {
      clock.mock.restore();
    }
  });

  it('shows a rate that was set at once, with its source and time', async () => {
    stored.set('NOK', { value: '10', source: 'operator', at: new Date(0) });
    await currentRate('NOK');
    const set = await setRate({ currency: 'NOK', value: '90.12345678', source: 'treasury' });
    expect(await currentRate('NOK')).to.deep.equal(set);
    expect(stored.get('NOK')).to.deep.equal({ _id: 'NOK', ...set });
    expect(set).to.include({ value: '90.12345678', source: 'treasury' });
    expect(Date.now() - set.at.getTime()).to.be.within(0, 5000);
  });

  it('has none for a currency that nobody gave one', async () => {
    for (const currency of ['THB', 'toString', '__proto__']) {
      const error = await currentRate(currency).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(NoRate);
    }
  });

  const REFUSED: [string, string][] = [
    ['USD', '1.01'],
    ['XXX', '1'],
    ['inr', '88'],
    ['INR', '0'],
    ['INR', '-1'],
    ['INR', '1e2'],
    ['INR', '1.123456789'],
    ['INR', '0.00009999'],
  ];
  it('refuses a rate that does not say where it comes from', async () => {
    const error = await setRate({ currency: 'INR', value: '88', source: ' ' }).catch((reason: unknown) => reason);
    expect(error).to.be.instanceOf(RangeError).with.property('message', 'A rate must say where it comes from');
  });

  it('takes a source of 255 characters, and none that is longer: payments keep it', async () => {
    const set = (source: string) => setRate({ currency: 'NOK', value: '10', source });
    expect(await set('é'.repeat(255)))
      .to.have.property('source')
      .with.lengthOf(255);
    expect(await set('é'.repeat(256)).catch((reason: unknown) => reason)).to.be.instanceOf(RangeError);
  });

  for (const [currency, value] of REFUSED)
    it(`refuses ${value} for ${currency}`, async () => {
      const error = await setRate({ currency, value, source: 'x' }).catch((reason: unknown) => reason);
      expect(error).to.be.instanceOf(RangeError);
    });
});
