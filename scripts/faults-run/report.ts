import { PROMISES } from './check.js';
import type { Evidence, Payment } from './evidence.js';
import type { RunResult } from './run.js';

function count(words: string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].map(([word, number]) => `${number} ${word}`).join(', ');
}

function figures(
  { orders, payments, charges, moneyBack, events, notices }: Evidence,
  elsewhere: RunResult['elsewhere'],
): string[] {
  return [
    `${orders.length} orders, ${payments.length} payments: ${count(payments.map(({ payment_status }) => payment_status))}`,
    `${unheardOf(payments)} calls never reached a gateway that only tells, and wait for a person`,
    `${charges.length} charges at the gateway, ${moneyBack.length} times money went back: ${count(moneyBack.map(({ by }) => by))}`,
    ...partOf(elsewhere),
    `${events.length} events, which came ${notices.length} times`,
  ];
}

const unheardOf = (payments: Payment[]): number =>
  payments.flatMap((payment) => [payment, ...payment.refunds]).filter(({ isForPerson }) => isForPerson).length;

const partOf = (elsewhere: RunResult['elsewhere']): string[] =>
  Object.entries(elsewhere).map(
    ([name, { charges, moneyBack }]) => `  of these ${charges.length} and ${moneyBack.length} at ${name}`,
  );

/** A run in words: its figures, and each promise with what broke it. */
export const report = ({ evidence, elsewhere, violations, quietAfterMs }: RunResult): string[] => [
  ...figures(evidence, elsewhere),
  `quiet ${(quietAfterMs / 1000).toFixed(1)} s after the last order`,
  ...Object.keys(PROMISES).flatMap((name) => {
    const broken = violations.filter(({ promise }) => promise === name);
    return [`${broken.length === 0 ? 'kept' : 'BROKEN'}: ${name}`, ...broken.map(({ what }) => `    ${what}`)];
  }),
];
