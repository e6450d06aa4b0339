import Joi from 'joi';
import type { DeclineReason } from '../card.js';
import { answerForm, nothing } from '../http/answer.js';

/** What went well. */
const SUCCESS = '0000';

interface Codes {
  statusCode?: string;
  errorCode?: string;
  /** Of refunds, which name their errors otherwise. */
  externalCode?: string;
  internalCode?: string;
  /** Of the gateway in front of bKash's own, when it stands alone. */
  message?: unknown;
}

const code = Joi.alternatives(Joi.string().max(100), Joi.number())
  .empty(nothing)
  .custom((value: string | number) => String(value));

const form = answerForm<Codes>({
  statusCode: code,
  errorCode: code,
  externalCode: code,
  internalCode: code,
});

/** The code of what went wrong; null when nothing did, undefined when an answer says neither. */
export function failureIn(body: unknown): string | null | undefined {
  const checked = form.validate(body);
  if (checked.error) return undefined;
  const { statusCode, errorCode, externalCode, internalCode, message } = checked.value;
  const failed = errorCode ?? externalCode ?? internalCode ?? (statusCode === SUCCESS ? undefined : statusCode);
  if (failed !== undefined) return failed;
  return statusCode === undefined && message !== undefined ? undefined : null;
}

const each = (codes: string, reason: DeclineReason): [string, DeclineReason][] =>
  codes.split(' ').map((code) => [code, reason]);

/** The customer's and the wallet's own refusals in our words. Any other code decides nothing. */
const REASONS = new Map<string, DeclineReason>([
  ...each('2023', 'insufficient_funds'),
  ...each('2010 2011 2013 2014 2015 2016 2017 2018 2019', 'authentication_failed'),
  ...each('2035 2036 2037 2038 2039 2040 2041 2042 2043 2044 2045 2046 2057 2058', 'do_not_honor'),
]);

/** Why somebody refused to pay; undefined for every code that is no refusal. */
export const reasonOf = (code: string): DeclineReason | undefined => REASONS.get(code);

/** What is wrong with our request or our account: a person has to see to it. */
const OURS = new Set('2001 2006 2007 2008 2025 2031 2048 2049 2063 2064 2065 2067 2082'.split(' '));

export const isOurs = (code: string): boolean => OURS.has(code);

/** A word about what was asked. Any other code is of the system itself, which may be away. */
export const isWord = (code: string): boolean => /^2\d{3}$/.test(code);

/** bKash knows no such payment. */
export const isUnknown = (code: string): boolean => code === '2002' || code === '2033';

/** The payment is in a state in which it cannot be executed: not agreed to yet, or over. */
const STATES = new Set('2054 2056 2059 2060 2069 2127'.split(' '));

export const isOfState = (code: string): boolean => STATES.has(code);

/** It was executed before, or is at this moment: money moves, or has moved. */
const EXECUTED = new Set('2029 2062 2068 2117'.split(' '));

export const isExecuted = (code: string): boolean => EXECUTED.has(code);
