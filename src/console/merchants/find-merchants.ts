import type { Filter } from '../../database/driver.js';
import { merchants, type MerchantRecord } from '../../merchants/merchant.model.js';

/** Merchants with these words in their names, in whatever case. */
export const isNamed = (words: string): Filter<MerchantRecord> => ({
  name: new RegExp(words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i'),
});

/** Some of the merchants with these words in their names. */
export const findMerchantsNamed = (words: string, most: number): Promise<MerchantRecord[]> =>
  merchants.find(isNamed(words)).limit(most).exec();
