import { record } from '../../src/console/audit/record.js';
import { setRate } from '../../src/money/rates.js';

export { listRates } from '../../src/money/rates.js';

export async function set(currency: string, value: string, source: string) {
  const rate = await setRate({ currency, value, source });
  await record(null, 'rate.set', currency, { value, source });
  return { currency, ...rate };
}
