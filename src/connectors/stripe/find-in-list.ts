import Joi from 'joi';
import { ConnectorError } from '../connector.js';
import { answerForm } from '../http/answer.js';
import type { Client } from './client.js';
import type { Failure } from './failure.js';
import type { Fields } from './form.js';
import { readAnswer } from './read-answer.js';

const PAGE = 50; // Stripe gives a hundred at once, which may be more than a list may be
const MOST_PAGES = 200;

interface Page<T> {
  data: T[];
  has_more: boolean;
}

/** The form of a page of one of Stripe's lists. */
export const pageForm = <T extends { id: string }>(item: Joi.ObjectSchema<T>): Joi.ObjectSchema<Page<T>> =>
  answerForm<Page<T>>({ data: Joi.array().items(item.optional()).required(), has_more: Joi.boolean().required() });

/**
 * Looks through one of Stripe's lists, the newest first. Unlike its search, a list has what was written a moment ago.
 * @param isNone whether a failure says that there is no such list
 * @returns undefined when it is in none of the pages
 * @throws {ConnectorError} also when there are too many pages: it may be in one of the others
 */
export async function findInList<T extends { id: string }>(
  client: Client,
  { path, fields, form }: { path: string; fields: Fields; form: Joi.ObjectSchema<Page<T>> },
  isWanted: (item: T) => boolean,
  limit: AbortSignal,
  isNone: (failure: Failure) => boolean = () => false,
): Promise<T | undefined> {
  let last: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const asked = { ...fields, limit: PAGE, starting_after: last };
    const { body, failure } = await client.call({ method: 'GET', path, fields: asked, isLong: true }, limit);
    if (failure && isNone(failure)) return undefined;
    if (failure) throw new ConnectorError(`Stripe answered with HTTP ${failure.status} about ${path}`);
    const { data, has_more } = readAnswer(form, body);
    const found = data.find(isWanted);
    if (found || !has_more) return found;
    last = data.at(-1)?.id;
  }
  throw new ConnectorError(`There is more at Stripe under ${path} than can be looked through`);
}
