import type Joi from 'joi';

/** A request that makes no sense; the message is fit to be shown. */
export class BadRequest extends Error {
  readonly status = 400;
}

/** @throws {BadRequest} naming the fields and no values, since joi's own words would repeat a card number */
export function readBody<T>(schema: Joi.ObjectSchema<T>, body: unknown): T {
  const checked = schema.validate(body ?? {}, { abortEarly: false, allowUnknown: true });
  if (!checked.error) return checked.value;
  const fields = checked.error.details.map((detail) => detail.path.join('.') || 'the body');
  throw new BadRequest(`Missing or not valid: ${[...new Set(fields)].join(', ')}`);
}

/** @throws {BadRequest} when the key is missing, longer than 255 characters or not printable ASCII */
export function readKey(key: string | undefined): string {
  if (key === undefined || !/^[\x21-\x7e]{1,255}$/.test(key))
    throw new BadRequest('An idempotency key of 1 to 255 printable characters is needed');
  return key;
}

/** The HTTP status of an error that is the client's fault: ours, or one of Express's body parsers. */
export function clientStatus(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : undefined;
}
