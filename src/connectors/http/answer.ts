import Joi from 'joi';
import { parseUrl } from '../../validation/parse-url.js';
import { ConnectorError } from '../connector.js';
import { parseJson } from './parse-json.js';

/**
 * The form of an answer: these fields, and whatever else it holds, which is of no interest. Made once for each kind of
 * answer, since joi copies a schema with every rule that is added.
 */
export const answerForm = <T>(fields: Joi.SchemaMap): Joi.ObjectSchema<T> => Joi.object<T>(fields).unknown().required();

/** What many gateways write where they have nothing to say; a field that may be missing has it as its `empty()`. */
export const nothing = Joi.valid(null, '');

/** Whether it is the address of a page for browsers, in any form that they understand. */
export const isPage = (text: string): boolean => /^https?:$/.test(parseUrl(text)?.protocol ?? '');

/** The same of a field of an answer. */
export const pageAddress = Joi.string().custom((value: string, helpers) =>
  isPage(value) ? value : helpers.error('any.invalid'),
);

/** @throws {ConnectorError} when it is no JSON */
export function parseAnswer(gateway: string, text: string): unknown {
  const body = parseJson(text);
  if (body === undefined) throw new ConnectorError(`The ${gateway} gateway answered with something that is no JSON`);
  return body;
}

/** @throws {ConnectorError} when an answer is not of its form. It names the field, never its value */
export function readAnswerOf<T>(gateway: string, form: Joi.ObjectSchema<T>, body: unknown): T {
  const checked = form.validate(body);
  if (!checked.error) return checked.value;
  const field = checked.error.details[0]?.path.join('.') ?? '';
  throw new ConnectorError(`The ${gateway} gateway's answer is wrong${field && ` in ${field}`}`);
}
