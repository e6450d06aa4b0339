/** An answer that is no 200, as Stripe words it. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly error: Record<string, unknown>,
  ) {
    super(String(error.message ?? error.code));
  }
}

export const invalid = (message: string, more: Record<string, unknown> = {}, status = 400): Refusal =>
  new Refusal(status, { type: 'invalid_request_error', message, ...more });

export const noSuch = (what: string, id: string): Refusal =>
  invalid(`No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' }, 404);

/** Stripe takes addresses for mail in ASCII only. */
export function checkEmail(email: unknown): void {
  if (typeof email === 'string' && !/^[\x21-\x7e]+$/.test(email))
    throw invalid('Invalid email address', { code: 'email_invalid', param: 'billing_details[email]' });
}

export const missing = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
