import { InvalidArgumentError } from 'commander';

/** An option's value as a number above 0, for commander. */
export function positive(value: string): number {
  const number = Number(value);
  if (!(number > 0)) throw new InvalidArgumentError('It is not a number above 0.');
  return number;
}
