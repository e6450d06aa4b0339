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

export const missing = (param: string): Refusal =>
  invalid(`Missing required param: ${param}.`, { code: 'parameter_missing', param });
