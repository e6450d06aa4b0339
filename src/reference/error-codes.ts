interface ErrorCode {
  /** HTTP. */
  status: number;
  when: string;
  /** What the merchant's program does about it. */
  repeat: string;
}

const MENDED = 'after mending it';
const WITH_KEY = 'yes, with the same Idempotency-Key';

/** Every code that the merchants' API answers with, by status: for the reference and docs/errors.md. */
export const ERROR_CODES = {
  bad_request: {
    status: 400,
    when: 'not HTTP that can be read; with 431 when its headers are too large',
    repeat: MENDED,
  },
  invalid_json: { status: 400, when: 'not JSON, not an object, not UTF-8, nested deeper than 20', repeat: MENDED },
  validation_error: {
    status: 400,
    when: 'a field is missing, of the wrong type or out of rule; see `errors`',
    repeat: MENDED,
  },
  authentication_failed: { status: 401, when: 'the key is missing, unknown, revoked or no string', repeat: 'no' },
  merchant_inactive: { status: 403, when: 'the account is suspended; status and events still answer', repeat: 'no' },
  method_not_enabled: { status: 403, when: 'the account may not use this method', repeat: 'no' },
  not_found: { status: 404, when: 'there is no such path', repeat: 'no' },
  transaction_not_found: { status: 404, when: "the trx is unknown, no UUID, or another merchant's", repeat: 'no' },
  refund_not_found: { status: 404, when: "the refund is unknown, or another merchant's", repeat: 'no' },
  method_not_allowed: { status: 405, when: 'the path takes another method; see `Allow`', repeat: 'no' },
  request_timeout: { status: 408, when: 'the body did not arrive in 30 s', repeat: 'yes' },
  duplicate_identifier: {
    status: 409,
    when: 'the identifier, of the payment or of the refund, was used before',
    repeat: 'no: ask for the status by it',
  },
  payment_final: { status: 409, when: 'the payment has ended, or its review is decided', repeat: 'no' },
  payment_in_progress: { status: 409, when: 'cancel of a payment that is being paid', repeat: 'look at the status' },
  proof_under_review: { status: 409, when: 'cancel while a proof is under review', repeat: 'after the decision' },
  proof_limit_reached: { status: 409, when: 'a fourth version of a proof', repeat: 'no' },
  payment_not_refundable: {
    status: 409,
    when: 'the payment has not succeeded',
    repeat: 'once it has',
  },
  payment_disputed: {
    status: 409,
    when: 'a dispute that is open or lost covers what is to be refunded',
    repeat: 'with less, or once the dispute is won',
  },
  nothing_to_simulate: {
    status: 409,
    when: 'simulate of a dispute where none is open, or of a refund where none has succeeded',
    repeat: 'once there is one',
  },
  request_in_progress: {
    status: 409,
    when: 'a request with this Idempotency-Key still runs',
    repeat: 'yes, after `Retry-After`',
  },
  payload_too_large: { status: 413, when: 'body over 100 KB, proof over 10 MiB', repeat: 'no' },
  unsupported_media_type: { status: 415, when: 'Content-Type is not JSON in UTF-8', repeat: MENDED },
  no_flow_available: { status: 422, when: 'no route for this currency and merchant', repeat: 'no' },
  proof_not_supported: {
    status: 422,
    when: 'proof for a card payment, or for one that waits for no money',
    repeat: 'no',
  },
  simulation_not_supported: {
    status: 422,
    when: 'simulate for a card payment, or confirm or fail before the customer has chosen a method',
    repeat: 'no',
  },
  refund_not_supported: {
    status: 422,
    when: 'the payment is too old for its gateway to give it back, its gateway cannot, or it has had 200 refunds',
    repeat: 'no',
  },
  idempotency_mismatch: {
    status: 422,
    when: 'the Idempotency-Key was used with another request',
    repeat: 'with another key',
  },
  rate_limited: { status: 429, when: 'too many requests; see `RateLimit-*`', repeat: 'yes, after `Retry-After`' },
  internal_error: { status: 500, when: 'a bug of ours, logged under `request_id`', repeat: WITH_KEY },
  service_unavailable: {
    status: 503,
    when: 'a store is away, or too many large bodies come at once; nothing was written, as far as we can know',
    repeat: WITH_KEY,
  },
  gateway_unavailable: {
    status: 503,
    when: 'the gateway cannot be reached. After an initiate there is no payment, and its identifier is free; should its order have been paid all the same, the payment comes back as `success` with `late_confirmation`, and a repeat is `duplicate_identifier`. Any other call may have taken effect all the same: ask for the status',
    repeat: 'yes',
  },
  overloaded: {
    status: 503,
    when: 'more payments are being started than can be taken; nothing was written',
    repeat: 'yes, after `Retry-After`',
  },
} as const satisfies Record<string, ErrorCode>;

export type ErrorCodeName = keyof typeof ERROR_CODES;

/** The codes as Markdown, as docs/errors.md has them. */
export function errorTable(): string {
  const rows = Object.entries(ERROR_CODES).map(
    ([code, { status, when, repeat }]) => `| ${status} | \`${code}\` | ${when} | ${repeat} |`,
  );
  return ['| HTTP | `code` | When | Repeat it? |', '|---|---|---|---|', ...rows].join('\n');
}
