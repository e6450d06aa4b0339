import { number, optional, subdocument, text } from '../database/schema.js';
import type { FeeRule, MethodName } from '../vocabulary.js';
import { toUsd, type FrozenRate } from './exchange.js';
import { divideHalfUp, toSafeNumber } from './rounding.js';

const BASIS_POINTS = 10_000n;

/** Integers in minor units of the gateway currency and of USD; net is always gross minus charge. */
export interface Amounts {
  currency: string;
  gross: number;
  charge: number;
  grossUsd: number;
  chargeUsd: number;
}

export const amounts = subdocument<Amounts>({
  currency: text,
  gross: number,
  charge: number,
  grossUsd: number,
  chargeUsd: number,
});

export const feeRule = subdocument<FeeRule>({
  method: optional(text),
  currency: optional(text),
  basisPoints: number,
  fixed: number,
  minimum: optional(number),
  maximum: optional(number),
});

interface Sale {
  /** Null while a hosted payment's customer has not chosen: rules for one method do not count yet. */
  method: MethodName | null;
  currency: string;
  /** Minor units of the currency. */
  gross: number;
}

export interface Fee {
  /** Minor units of the sale's currency; never more than the gross. */
  charge: number;
  /** The rule to keep on the payment; absent: no rule applies and the fee is 0. */
  rule?: FeeRule;
}

/** A currency counts more than a method: 3 for both, 2 for a currency, 1 for a method, 0 for a rule without either. */
const specificity = (rule: FeeRule): number => (rule.currency ? 2 : 0) + (rule.method ? 1 : 0);

const applies = (rule: FeeRule, { method, currency }: Sale): boolean =>
  (rule.method ?? method) === method && (rule.currency ?? currency) === currency;

/** The most specific rule that applies; of two that are equally specific, the one that stands first. */
function ruleFor(rules: FeeRule[], sale: Sale): FeeRule | undefined {
  return rules
    .filter((rule) => applies(rule, sale))
    .reduce<FeeRule | undefined>(
      (best, rule) => (best && specificity(best) >= specificity(rule) ? best : rule),
      undefined,
    );
}

const atLeast = (floor: number, value: bigint): bigint => (value < BigInt(floor) ? BigInt(floor) : value);
const atMost = (ceiling: number, value: bigint): bigint => (value > BigInt(ceiling) ? BigInt(ceiling) : value);

/** Percent half-up plus fixed, then the minimum, then the maximum, and never more than the gross. */
function charge(rule: FeeRule, gross: number): number {
  const percent = divideHalfUp(BigInt(gross) * BigInt(rule.basisPoints), BASIS_POINTS);
  // Amounts of a rule for every currency would be 0.30 here and 30 yen there: without a currency they do not count.
  const { fixed, minimum, maximum } = rule.currency ? rule : { fixed: 0 };
  const wanted = atMost(maximum ?? gross, atLeast(minimum ?? 0, percent + BigInt(fixed)));
  return toSafeNumber(atMost(gross, wanted));
}

/** The fee of a sale, in integers throughout: minor units of the sale's currency. */
export function feeFor(rules: FeeRule[], sale: Sale): Fee {
  const rule = ruleFor(rules, sale);
  return rule ? { charge: charge(rule, sale.gross), rule } : { charge: 0 };
}

/**
 * What a payment of `gross` minor units and its fee come to. Net is never rounded on its own: it is gross minus charge, in the
 * currency and in USD, so that both triples always add up; and since rounding keeps order, no net is below zero.
 * @throws {RangeError} when the currency or the rate's text is unknown to us, or USD cents are beyond safe integers
 */
export function amountsFor(sale: Omit<Amounts, 'grossUsd' | 'chargeUsd'>, rate: FrozenRate): Amounts {
  const { gross, currency, charge } = sale;
  return {
    currency,
    gross,
    charge,
    grossUsd: toUsd(gross, currency, rate),
    chargeUsd: toUsd(charge, currency, rate),
  };
}

/** Whether nothing would be left for the merchant (contract 9: a 400 on `amount`). */
export const isSwallowedByFee = ({ gross, charge }: Pick<Amounts, 'gross' | 'charge'>): boolean => charge >= gross;
