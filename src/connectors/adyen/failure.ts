import Joi from 'joi';
import type { DeclineReason } from '../card.js';
import { answerForm } from '../http/answer.js';

/** What Adyen says was wrong with a request. */
export interface Failure {
  /** Of HTTP. */
  status: number;
  errorCode: string;
  errorType: string;
  /** Whether the same key may be sent again. */
  isTransient: boolean;
}

/** What Adyen's validation says of the card itself; all else that it refuses is a fault of the account, or of ours. */
export const INVALID_CARD = new Map<string, DeclineReason>([
  ['101', 'do_not_honor'], // no card number
  ['102', 'do_not_honor'], // nor one of any brand
  ['103', 'incorrect_cvv'],
  ['153', 'incorrect_cvv'],
  ['129', 'expired_card'],
  ['140', 'expired_card'], // or a month that is none, which is never sent
]);

const form = answerForm<{ errorCode?: string | null; errorType?: string | null; status?: number }>({
  errorCode: Joi.string().max(100).allow(null, ''),
  errorType: Joi.string().max(100).allow(null, ''),
  status: Joi.number(),
}).or('errorCode', 'errorType', 'status');

/** The failure in an answer; undefined when it is none of Adyen's. */
export function failureIn(status: number, isTransient: boolean, body: unknown): Failure | undefined {
  const checked = form.validate(body);
  if (checked.error) return undefined;
  const { errorCode, errorType } = checked.value;
  return { status, isTransient, errorCode: errorCode ?? '', errorType: errorType ?? '' };
}

/** "Request already processed or in progress", and "the service is not available for now". */
const BUSY = ['704', '703'];

/** By which Adyen says that it has not taken a request up; any other status says nothing of what was done. */
const REFUSALS = [400, 404, 422];

/**
 * Whether it has not. Its document has as the example of a 500 what nobody could pay by: no brand or currency that this
 * account may take, by the type `configuration`.
 */
export const isRefusal = ({ status, errorType }: Failure): boolean =>
  REFUSALS.includes(status) || errorType === 'configuration';

/** Whether the same request can be answered a little later: an earlier one with its key is under way. */
export const isUnderWay = ({ status, errorCode, isTransient }: Failure): boolean =>
  status === 409 || isTransient || BUSY.includes(errorCode);
