import { readAccounts } from '../../src/gateways/accounts.js';
import { compareDay, type Missed } from '../../src/reconciliation/compare-day.js';
import { presentDiscrepancy } from '../../src/reconciliation/present-discrepancy.js';

export type Difference = ReturnType<typeof presentDiscrepancy>;
export interface Report {
  day: string;
  gateways: string[];
  missed: Missed[];
  found: number;
  differences: Difference[];
}

/** Exit code 1 unless every gateway was compared. */
export async function compare(day: string): Promise<Report> {
  await readAccounts();
  const { differences, ...compared } = await compareDay(day);
  if (compared.missed.length > 0) process.exitCode = 1;
  return { ...compared, differences: differences.map(presentDiscrepancy) };
}
