import { actionsOf, addCommand, commandLine, parse } from './command-line.js';
import type { Difference, Report } from './ledger/actions.js';

const act = actionsOf(() => import('./ledger/actions.js'));

const program = commandLine('ledger', "Gateways' books and ours");

const money = (side: { amount: number; currency: string } | null) =>
  side ? `${side.amount} ${side.currency}` : 'nothing';

const line = ({ id, kind, state, trx, theirs, ours }: Difference) =>
  `${id}  ${kind.padEnd(18)}  ${state.padEnd(8)}  ${trx}  there ${money(theirs)}, here ${money(ours)}`;

function words({ day, gateways, missed, found, differences }: Report): string {
  const compared = `${day} compared with ${gateways.join(', ') || 'no gateway'}`;
  return [
    `${compared}: ${differences.length} differences, ${found} of them new`,
    ...missed.map(({ gateway, why }) => `${gateway} not compared: ${why}`),
    ...differences.map(line),
  ].join('\n');
}

addCommand(program, 'compare', 'compare a day that is over, and store what does not agree for the console')
  .requiredOption('--day <day>', 'in UTC, such as 2026-01-31')
  .action(act(({ compare }, { day }: { day: string }) => compare(day), words));

await parse(program);
