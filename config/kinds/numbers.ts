import Joi from 'joi';
import type { Kind } from './kind.js';

const YEAR = 31_536_000; // seconds

export const seconds = (fallback: number): Kind<number> => Joi.number().positive().max(YEAR).default(fallback);

/** For a timer: Node fires one that is set for more than 24 days at once. */
export const timer = (fallback: number): Kind<number> => Joi.number().positive().max(86_400).default(fallback);

/** How long something is kept: up to ten years. */
const tenYears = (fallback: number) => Joi.number().positive().max(315_360_000).default(fallback);
export const retention = (fallback: number): Kind<number> => tenYears(fallback);

/** The same, which is at least so long in production. */
export const retentionOfAtLeast = (least: number): Kind<number> =>
  Joi.when('NODE_ENV', { is: 'production', then: tenYears(least).min(least), otherwise: tenYears(least) });

const portNumber = (least: number) => Joi.number().integer().min(least).max(65_535);
export const port = (fallback: number): Kind<number> => portNumber(1).default(fallback);
export const portIfAny = (): Kind<number | undefined> => portNumber(1);

/** 0 is any free one. */
export const portOrZero = (): Kind<number> => portNumber(0).default(0);

export const numberWithin = (least: number, most: number, fallback: number): Kind<number> =>
  Joi.number().min(least).max(most).default(fallback);

export const countWithin = (least: number, most: number, fallback: number): Kind<number> =>
  Joi.number().integer().min(least).max(most).default(fallback);

/** "5, 30,120" → [5, 30, 120]. */
function readWaits(value: string, helpers: Joi.CustomHelpers<string>): number[] | Joi.ErrorReport {
  const numbers = value.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  if (numbers.every((number) => number >= 0 && number <= YEAR)) return numbers;
  return helpers.message({ custom: '{#label} must be seconds up to a year, comma-separated, such as 5,30,120' });
}

const numbersIn = (list: string): number[] => list.split(',').map(Number);

export const waits = (fallback: string): Kind<number[]> => Joi.string().custom(readWaits).default(numbersIn(fallback));

/** Of a list whose last wait repeats: without one there would be no end of what is done again at once. */
function readRepeated(value: string, helpers: Joi.CustomHelpers<string>): number[] | Joi.ErrorReport {
  const numbers = readWaits(value, helpers);
  if (!Array.isArray(numbers) || numbers.at(-1) !== 0) return numbers;
  return helpers.message({ custom: '{#label} must end with more than 0: its last wait repeats' });
}

/** The last one repeats. */
export const repeatedWaits = (fallback: string): Kind<number[]> =>
  Joi.string().custom(readRepeated).default(numbersIn(fallback));
