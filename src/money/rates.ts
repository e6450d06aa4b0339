import { LRUCache } from 'lru-cache';
import { defineModel } from '../database/model.js';
import { date, schemaOf, text } from '../database/schema.js';
import { isCurrency } from './currencies.js';
import { isRateText, type FrozenRate } from './exchange.js';

interface RateRecord {
  /** The currency. */
  _id: string;
  /** Units of it for 1 USD: decimal text, up to 8 decimals. */
  value: string;
  source: string;
  at: Date;
}

export const rates = defineModel<RateRecord>('rates', schemaOf({ _id: text, value: text, source: text, at: date }));

/** The day of the shipped figures. They keep a fresh installation going; an operator's own rates replace them. */
const SHIPPED_AT = new Date('2026-11-16T00:00:00.000Z');

const SHIPPED: Record<string, string> = {
  USD: '1',
  EUR: '0.8612',
  GBP: '0.7563',
  CAD: '1.3984',
  AUD: '1.5217',
  JPY: '153.46',
  KWD: '0.30715',
  INR: '88.7215',
  BDT: '121.85',
  SEK: '9.4421',
};

/** No currency is worth as much. With less, a large amount would be more US cents than a number holds. */
const LEAST_RATE = 0.0001;

/** Nobody has set a rate for this currency and none is shipped: no payment can be taken in it. */
export class NoRate extends Error {
  constructor(currency: string) {
    super(`There is no exchange rate for ${currency}`);
  }
}

/** Code points of a rate's source, which is frozen into payments with it. */
const MOST_OF_SOURCE = 255;

const cache = new LRUCache<string, FrozenRate>({ max: 200, ttl: 60_000 });

function shippedRate(currency: string): FrozenRate | undefined {
  const value = Object.hasOwn(SHIPPED, currency) ? SHIPPED[currency] : undefined;
  return value === undefined ? undefined : { value, source: 'shipped table', at: SHIPPED_AT };
}

async function operatorsRate(currency: string): Promise<FrozenRate | undefined> {
  const record = await rates.findOne({ _id: currency });
  return record ? { value: record.value, source: record.source, at: record.at } : undefined;
}

/**
 * The rate to freeze on a payment: the operator's, else the shipped one. Another process's change shows within a minute.
 * @throws {NoRate} when there is neither
 */
export async function currentRate(currency: string): Promise<FrozenRate> {
  const known = cache.get(currency);
  if (known) return known;
  // USD is the base currency: one of it is one of it, whatever anybody stores.
  const rate = (currency === 'USD' ? undefined : await operatorsRate(currency)) ?? shippedRate(currency);
  if (!rate) throw new NoRate(currency);
  cache.set(currency, rate);
  return rate;
}

/**
 * Sets what new payments are converted with; payments that exist keep theirs.
 * @param rate.value units of the currency for 1 USD, as decimal text of up to 8 decimals
 * @throws {RangeError} when the currency is unknown or USD itself, the value is no such text, or is less than
 *   0.0001, or the source is blank or of more than 255 characters
 */
export async function setRate(rate: { currency: string; value: string; source: string }): Promise<FrozenRate> {
  const { currency, value, source } = rate;
  if (!isCurrency(currency) || currency === 'USD')
    throw new RangeError('A rate needs a market currency other than USD');
  if (!isRateText(value)) throw new RangeError('A rate must be a positive decimal of up to 8 decimals');
  if (Number(value) < LEAST_RATE) throw new RangeError(`A rate must be at least ${LEAST_RATE}`);
  if (source.trim() === '') throw new RangeError('A rate must say where it comes from');
  if (Array.from(source).length > MOST_OF_SOURCE)
    throw new RangeError(`Where a rate comes from is told in ${MOST_OF_SOURCE} characters at most`);
  const frozen = { value, source, at: new Date() };
  await rates.replaceOne({ _id: currency }, { _id: currency, ...frozen }, { upsert: true });
  cache.set(currency, frozen);
  return frozen;
}

/** Every rate that payments are converted with now: the operators' own before the shipped ones. */
export async function listRates(): Promise<({ currency: string } & FrozenRate)[]> {
  const own = await rates.find();
  const currencies = new Set([...Object.keys(SHIPPED), ...own.map(({ _id }) => _id)]);
  return Promise.all([...currencies].sort().map(async (currency) => ({ currency, ...(await currentRate(currency)) })));
}
