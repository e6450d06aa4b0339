import Joi from 'joi';
import { formed, text } from '../../validation/fields.js';
import { isDay } from '../../time.js';
import { TRX } from '../../merchants/trx.js';
import { readCursor } from './newest-first.js';

/** A trx in upper or lower case; becomes the lower, as payments are stored under. */
export const trx = (): Joi.StringSchema =>
  formed({ format: 'uuid' }, (value, helpers) => (TRX.test(value) ? value.toLowerCase() : helpers.error('trx.form')));

/** The `next_cursor` of an earlier page; becomes the place that it stands for. */
export const cursor = (placeOf: (cursor: string) => object | null = readCursor): Joi.StringSchema =>
  text(255)
    .custom((value: string, helpers) => placeOf(value) ?? helpers.error('cursor.form'))
    .description('The next_cursor of the page before');

/** A list as every call gives it. */
export const listOf = <T>(data: T[], nextCursor: string | null) => ({ data, next_cursor: nextCursor });

const TIME = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/;

/** Whether a text is a moment and not, like 30 February, one that a Date would move. */
function isMoment(value: string): boolean {
  const [, year, month, day] = TIME.exec(value) ?? [];
  if (year === undefined || Number.isNaN(Date.parse(value))) return false;
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).getUTCDate() === Number(day);
}

/** A day in UTC, as YYYY-MM-DD. */
export const day = (): Joi.StringSchema =>
  formed({ format: 'date' }, (value, helpers) => (isDay(value) ? value : helpers.error('day.form')));

/** A moment as ISO 8601 with its zone; becomes a Date. */
export const moment = (): Joi.StringSchema =>
  formed({ format: 'date-time' }, (value, helpers) => (isMoment(value) ? new Date(value) : helpers.error('time.form')));
