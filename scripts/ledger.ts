import type { Command } from 'commander';
import { compareDay } from '../src/reconciliation/compare-day.js';
import { presentDiscrepancy } from '../src/reconciliation/present-discrepancy.js';
import { addCommand, commandLine, parse, runCommand } from './command-line.js';

const program = commandLine('ledger', "Gateways' books and ours");

type Difference = ReturnType<typeof presentDiscrepancy>;
interface Report {
  day: string;
  gateways: string[];
  found: number;
  differences: Difference[];
}

async function compare(day: string): Promise<Report> {
  const { differences, ...compared } = await compareDay(day);
  return { ...compared, differences: differences.map(presentDiscrepancy) };
}

const money = (side: { amount: number; currency: string } | null) =>
  side ? `${side.amount} ${side.currency}` : 'nothing';

const line = ({ id, kind, state, trx, theirs, ours }: Difference) =>
  `${id}  ${kind.padEnd(18)}  ${state.padEnd(8)}  ${trx}  there ${money(theirs)}, here ${money(ours)}`;

function words({ day, gateways, found, differences }: Report): string {
  const compared = `${day} compared with ${gateways.join(', ') || 'no gateway'}`;
  return [`${compared}: ${differences.length} differences, ${found} of them new`, ...differences.map(line)].join('\n');
}

addCommand(program, 'compare', 'compare a day that is over, and store what does not agree for the console')
  .requiredOption('--day <day>', 'in UTC, such as 2026-01-31')
  .action(({ day }: { day: string }, command: Command) => runCommand(command, () => compare(day), words));

await parse(program);
