import { mixed, subdocument, text } from '../database/schema.js';
import type { RefundResult } from '../connectors/refunds.js';
import type { Refund } from './refund.js';

/** What a gateway that cannot be asked has told of a refund, signed. */
export interface ToldRefund {
  /** The refund's own key, or that of its payment's attempt: gateways name either. */
  key: string;
  /** The gateway's own reference of the refund. */
  reference: string;
  result: RefundResult;
}

export const toldRefund = subdocument<ToldRefund>({ key: text, reference: text, result: mixed<RefundResult>() });

/** Whether news is about a refund: by its key, or by what the gateway called it when it took it on. */
const isAbout = ({ key, reference }: Omit<ToldRefund, 'result'>, refund: Refund): boolean =>
  key === refund.key || (refund.reference !== undefined && reference === refund.reference);

/** The refund that news is about; undefined while none has that key or that reference. */
export const refundToldOf = (refunds: Refund[] | undefined, told: Omit<ToldRefund, 'result'>): Refund | undefined =>
  refunds?.find((refund) => isAbout(told, refund));

/** What was told of a refund. That it came back is the last word, whenever it was heard. */
export function toldOfRefund(all: ToldRefund[] | undefined, refund: Refund): RefundResult | undefined {
  const results = (all ?? []).filter((each) => isAbout(each, refund)).map(({ result }) => result);
  return results.find(({ outcome }) => outcome === 'refused') ?? results.at(-1);
}
