import { InvalidArgumentError } from 'commander';

/** An option's value as JSON, for commander. */
export function json(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    throw new InvalidArgumentError('It is not JSON.');
  }
}
