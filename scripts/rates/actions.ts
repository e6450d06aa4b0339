import { record } from '../../src/console/audit/record.js';
import { NoRate, currentRate, setRate } from '../../src/money/rates.js';

export { listRates } from '../../src/money/rates.js';

/** What new payments were converted with before; null when they could not be. */
async function rateBefore(currency: string): Promise<string | null> {
  try {
    return (await currentRate(currency)).value;
  } catch (error) {
    if (error instanceof NoRate) return null;
    throw error;
  }
}

/** Says the rate before as well: a slip of the point shows beside it. */
export async function set(currency: string, value: string, source: string) {
  const before = await rateBefore(currency);
  const rate = await setRate({ currency, value, source });
  await record(null, 'rate.set', currency, { value, before, source });
  return { currency, ...rate, before };
}
