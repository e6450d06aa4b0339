import Joi from 'joi';
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

/** Whether the same request can be answered a little later: an earlier one with its key is under way. */
export const isUnderWay = ({ status, errorCode, isTransient }: Failure): boolean =>
  status === 409 || isTransient || BUSY.includes(errorCode);
