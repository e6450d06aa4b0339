/** An answer that is no 200, as Cashfree words it. */
export class Refusal extends Error {
  readonly body: object;
  constructor(
    readonly status: number,
    code: string,
    message: string,
    type = 'invalid_request_error',
  ) {
    super(message);
    this.body = { message, code, type };
  }
}

export const invalid = (field: string, message = `${field} : is not as it should be`): Refusal =>
  new Refusal(400, `${field}_invalid`, message);

export const unknown = (what: string): Refusal => new Refusal(404, `${what}_not_found`, `${what} is not found`);
