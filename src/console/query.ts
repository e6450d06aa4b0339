import type { Request } from 'express';
import { validationError } from '../errors.js';

/** A query parameter given at most once; empty is absent. */
export function parameter(req: Request, name: string): string | undefined {
  const value = req.query[name];
  if (value === undefined || value === '') return undefined;
  if (typeof value === 'string') return value;
  throw validationError([{ field: name, code: 'invalid_type', message: `${name} must be given once` }]);
}

/** A parameter that is one of a few words. */
export function choice<T extends string>(req: Request, name: string, words: readonly T[]): T | undefined {
  const given = parameter(req, name);
  if (given === undefined) return undefined;
  const word = words.find((each) => each === given);
  if (word !== undefined) return word;
  throw validationError([{ field: name, code: 'unsupported', message: `${name} must be one of ${words.join(', ')}` }]);
}
