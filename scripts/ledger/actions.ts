import { readAccounts } from '../../src/gateways/accounts.js';
import { compareDay } from '../../src/reconciliation/compare-day.js';
import { presentDiscrepancy } from '../../src/reconciliation/present-discrepancy.js';

export type Difference = ReturnType<typeof presentDiscrepancy>;
export interface Report {
  day: string;
  gateways: string[];
  found: number;
  differences: Difference[];
}

export async function compare(day: string): Promise<Report> {
  await readAccounts();
  const { differences, ...compared } = await compareDay(day);
  return { ...compared, differences: differences.map(presentDiscrepancy) };
}
