/** Sums over what is settled in one currency: minor units of it, and of USD. */
export interface Totals {
  currency: string;
  payments: number;
  /** Those that stand: one that its gateway has taken back is taken off on that day. */
  refunds: number;
  disputes: number;
  gross: number;
  charge: number;
  net: number;
  grossUsd: number;
  chargeUsd: number;
  netUsd: number;
}

const FIELDS = ['gross', 'charge', 'net', 'grossUsd', 'chargeUsd', 'netUsd'] as const;

/** Adds up lines one by one, by currency. @throws {RangeError} when a sum is no exact integer any more */
export class RunningTotals {
  readonly #byCurrency = new Map<string, Totals>();

  add(line: Totals): void {
    const before = this.#byCurrency.get(line.currency);
    const sum = {
      ...line,
      payments: (before?.payments ?? 0) + line.payments,
      refunds: (before?.refunds ?? 0) + line.refunds,
      disputes: (before?.disputes ?? 0) + line.disputes,
    };
    for (const field of FIELDS) {
      sum[field] += before?.[field] ?? 0;
      if (!Number.isSafeInteger(sum[field]))
        throw new RangeError(`The sum of ${field} in ${sum.currency} is too large`);
    }
    this.#byCurrency.set(sum.currency, sum);
  }

  /** By currency, in alphabetical order. */
  list(): Totals[] {
    return [...this.#byCurrency.values()].sort((a, b) => (a.currency < b.currency ? -1 : 1));
  }
}
