import Joi from 'joi';
import { answerForm, readAnswerOf } from '../http/answer.js';
import type { PageForm } from '../page-form.js';

/** A text in an answer: a longer one is none of this gateway's. */
export const text = Joi.string().max(2048).required();

/** The fields of a form that leads to a page. */
export const pageForm = Joi.object<PageForm>().pattern(Joi.string().max(64), Joi.string().max(4096).allow(''));

/** What has moved: an amount in minor units, of this currency. */
export const amount = Joi.number().strict().integer().positive().required();
export const currency = Joi.string().length(3).required();

/** @throws {ConnectorError} when an answer is not of its form */
export const readAnswer = <T>(form: Joi.ObjectSchema<T>, body: unknown): T => readAnswerOf('sandbox', form, body);

/**
 * Makes a reader of answers that name a status, each with the fields that belong to it. It throws as readAnswer() does.
 */
export function answerReader<A extends { status: string }>(
  forms: Record<A['status'], Joi.ObjectSchema<A>>,
): (body: unknown) => A {
  const named = answerForm<Pick<A, 'status'>>({ status: Joi.valid(...Object.keys(forms)).required() });
  return (body) => {
    const { status }: { status: A['status'] } = readAnswer(named, body);
    return readAnswer(forms[status], body);
  };
}
