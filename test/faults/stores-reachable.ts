import type { Tollgate } from '../support/tollgate.js';
import { until } from '../../scripts/until.js';

const LINES = 20;

/** Waits until web reaches its stores. @throws when it does not: with what it says of them, and its last lines */
export async function storesReachable(tollgate: Tollgate): Promise<void> {
  let said = '';
  try {
    await until('the stores are reachable', async () => {
      const { status, text } = await tollgate.ask('/readyz');
      said = text;
      return status === 200;
    });
  } catch (cause) {
    const lines = tollgate.logs('web').trimEnd().split('\n').slice(-LINES);
    throw new Error(`The stores stay away: ${said}\n${lines.join('\n')}`, { cause });
  }
}
