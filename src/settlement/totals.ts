import type { PaymentRecord } from '../payments/payment.model.js';

/** Sums over the payments of one currency: minor units of it, and of USD. */
export interface Totals {
  currency: string;
  payments: number;
  gross: number;
  charge: number;
  net: number;
  grossUsd: number;
  chargeUsd: number;
  netUsd: number;
}

/** What a payment brings the merchant, in minor units; net is always gross minus charge. */
export function amountsOf({ amounts }: Pick<PaymentRecord, 'amounts'>): Omit<Totals, 'payments'> {
  const { currency, gross, charge, grossUsd, chargeUsd } = amounts;
  return { currency, gross, charge, net: gross - charge, grossUsd, chargeUsd, netUsd: grossUsd - chargeUsd };
}

const FIELDS = ['gross', 'charge', 'net', 'grossUsd', 'chargeUsd', 'netUsd'] as const;

/** Adds up payments one by one, by currency. @throws {RangeError} when a sum is no exact integer any more */
export class RunningTotals {
  readonly #byCurrency = new Map<string, Totals>();

  add(payment: Pick<PaymentRecord, 'amounts'>): void {
    const amounts = amountsOf(payment);
    const before = this.#byCurrency.get(amounts.currency);
    const sum = { ...amounts, payments: (before?.payments ?? 0) + 1 };
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
