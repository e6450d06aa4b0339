/** One fault of one field: a dotted path in the request's own names, a stable code, a sentence for people. */
export interface FieldError {
  field: string;
  code: string;
  message: string;
}

/** An error that is answered on purpose. Anything else that is thrown is a bug and becomes a 500. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly extra: { errors?: FieldError[]; retryAfter?: number; allow?: string } = {},
  ) {
    super(message);
  }
}

export const invalidJson = (message = 'Request body must be a valid JSON object') =>
  new ApiError(400, 'invalid_json', message);

/** All faults of one request, in field order. */
export const validationError = (errors: FieldError[]) =>
  new ApiError(400, 'validation_error', errors.map((error) => error.message).join('; '), { errors });

export const invalidProofFormat = () =>
  validationError([
    {
      field: 'payment_proof',
      code: 'invalid_proof_format',
      message: 'Invalid proof format; a base64 image, a URL or a text reference is expected.',
    },
  ]);

export const authenticationFailed = () => new ApiError(401, 'authentication_failed', 'Authentication failed');

export const merchantInactive = () => new ApiError(403, 'merchant_inactive', 'Merchant account is suspended');

export const methodNotEnabled = (method: string) =>
  new ApiError(403, 'method_not_enabled', `Merchant is not enabled for ${method} payments`);

export const notFound = () => new ApiError(404, 'not_found', 'There is no such path');

export const methodNotAllowed = (allow: string) =>
  new ApiError(405, 'method_not_allowed', `This path takes ${allow} only`, { allow });

/** The same for a trx that does not exist, one that is no UUID, and one of another merchant. */
export const transactionNotFound = () => new ApiError(404, 'transaction_not_found', 'Transaction not found');

export const proofNotFound = () => new ApiError(404, 'proof_not_found', 'This payment has no such proof');

/** The payment keeps what was handed in and decided; the image has gone by its TTL. */
export const proofImageGone = () =>
  new ApiError(404, 'proof_not_found', 'The image of this proof was kept for its time (PROOF_RETENTION), and is gone');

export const reviewNotFound = () =>
  new ApiError(404, 'review_not_found', 'Nothing of this payment has waited for a person');

export const merchantNotFound = (id: string) => new ApiError(404, 'merchant_not_found', `There is no merchant ${id}`);

/** Whoever changes its keys would leave it some of two installations, under which nothing is signed. */
export const merchantUnreadable = (id: string) =>
  new ApiError(
    409,
    'merchant_unreadable',
    `No MASTER_KEY opens what the merchant ${id} has: add the key that it was sealed under`,
  );

export const accountNotFound = (id: string) =>
  new ApiError(404, 'account_not_found', `There is no gateway account ${id}`);

/** An account's id stays with its attempts for ever. */
export const accountTaken = (id: string) =>
  new ApiError(409, 'account_exists', `There is a gateway account ${id} already, or was one`);

export const accountClosed = (id: string) => new ApiError(409, 'account_closed', `The gateway account ${id} is closed`);

/** A truth run says something of one gateway alone. */
export const accountNotSeen = (id: string, why: string) =>
  new ApiError(409, 'account_not_seen', `The truth run says nothing of the gateway account ${id}: ${why}`);

const accountInUse = (id: string, waiting: number, rest: string) =>
  new ApiError(409, 'account_in_use', `${waiting} payment${waiting === 1 ? ' waits' : 's wait'} at ${id}${rest}`);

/** Closing an account would leave its payments without anybody to ask. */
export const accountNeeded = (id: string, waiting: number) =>
  accountInUse(id, waiting, ': pause it, and close it when they have ended, and what is open of them');

/** What a gateway tells of the payments that wait would be taken for somebody else's. @param named which credential names it */
export const contractNeeded = (id: string, waiting: number, named: string) =>
  accountInUse(id, waiting, `, of which another ${named} knows nothing: make an account of its own for it`);

export const deliveryNotFound = () => new ApiError(404, 'delivery_not_found', 'Delivery not found');

export const requestTimeout = () => new ApiError(408, 'request_timeout', 'The request body was not received in time');

export const duplicateIdentifier = () =>
  new ApiError(409, 'duplicate_identifier', 'This identifier was used for an earlier payment');

/** The same of a refund: its own identifier, not that of its payment. */
export const duplicateRefund = () =>
  new ApiError(409, 'duplicate_identifier', 'This refund_identifier was used for an earlier refund');

/** Nothing came of the payment that could go back. */
export const paymentNotRefundable = () =>
  new ApiError(409, 'payment_not_refundable', 'Only a payment that has succeeded can be refunded');

/** A dispute covers what is asked for. @param free what it does not cover, as text */
export const paymentDisputed = (free: string) =>
  new ApiError(409, 'payment_disputed', `The customer disputes the payment at the bank: only ${free} can be refunded`);

/** The same for a refund that does not exist, and one of another merchant. */
export const refundNotFound = () => new ApiError(404, 'refund_not_found', 'Refund not found');

/** The gateway cannot give this money back. @param message why */
export const refundNotSupported = (message: string) => new ApiError(422, 'refund_not_supported', message);

export const requestInProgress = () =>
  new ApiError(409, 'request_in_progress', 'A request with this Idempotency-Key is still running', { retryAfter: 1 });

export const payloadTooLarge = (limit: string) =>
  new ApiError(413, 'payload_too_large', `Request body must not exceed ${limit}`);

/** Thrown before any of the proof is decoded. */
export const proofTooLarge = (limit: string) =>
  new ApiError(413, 'payload_too_large', `payment_proof must not exceed ${limit}`);

export const unsupportedMediaType = (message = 'Content-Type must be application/json') =>
  new ApiError(415, 'unsupported_media_type', message);

export const paymentFinal = () => new ApiError(409, 'payment_final', 'The payment has already ended');

export const paymentInProgress = () =>
  new ApiError(409, 'payment_in_progress', 'The customer is paying at this moment');

export const proofUnderReview = () =>
  new ApiError(409, 'proof_under_review', 'A proof of this payment is under review');

export const proofLimitReached = (most: number) =>
  new ApiError(409, 'proof_limit_reached', `A payment takes at most ${most} proofs`);

/** Who decided what and when, for the operator who came second. */
export const reviewDecided = (message: string) => new ApiError(409, 'payment_final', message);

/** An operator who looked at an older version must not decide on the newer one unseen. */
export const proofChanged = (version: number) =>
  new ApiError(409, 'proof_changed', `Version ${version} of the proof has come in: look at it first`);

/** Two operators who look at one payment must not both send back what each of them has seen as not sent yet. */
export const refundedMeanwhile = () =>
  new ApiError(
    409,
    'changed_meanwhile',
    'Something else of this payment has been sent back since you looked, so nothing was sent: look at its refunds, and again',
  );

/** A form that was drawn of older settings would undo what somebody else has changed since. */
export const changedMeanwhile = () =>
  new ApiError(
    409,
    'changed_meanwhile',
    'Somebody has changed it meanwhile, so nothing was stored. These are its settings now: change them again',
  );

/** Nothing is sent to a disabled endpoint: enabling it sends what was held. */
export const endpointDisabled = (host: string) =>
  new ApiError(
    409,
    'endpoint_disabled',
    `The endpoint ${host} is disabled: enable it, and what is held for it goes out`,
  );

export const noFlowAvailable = () =>
  new ApiError(422, 'no_flow_available', 'No H2H flows available for this currency and merchant');

export const proofNotSupported = (
  message = 'Proof of payment is not supported for card payments; card payments are approved or declined instantly.',
) => new ApiError(422, 'proof_not_supported', message);

/** The amount that an operator saw come in is not the amount of the payment. Nothing changes. */
export function amountMismatch(seen: string, asked: string): ApiError {
  const message = `The amount seen is ${seen}, the amount asked for is ${asked}`;
  return new ApiError(422, 'amount_mismatch', message, {
    errors: [{ field: 'amount', code: 'amount_mismatch', message }],
  });
}

export const idempotencyMismatch = () =>
  new ApiError(422, 'idempotency_mismatch', 'This Idempotency-Key was used with another request');

export const rateLimited = (retryAfter: number) =>
  new ApiError(429, 'rate_limited', 'Too many requests', { retryAfter });

export const simulationNotSupported = () =>
  new ApiError(422, 'simulation_not_supported', 'Card payments cannot be simulated: use the test cards');

/** Nothing of the payment is in a state in which this could happen to it. */
export const nothingToSimulate = (message: string) => new ApiError(409, 'nothing_to_simulate', message);

export const nothingChosenYet = () =>
  new ApiError(
    422,
    'simulation_not_supported',
    'The customer has not chosen how to pay: only cancel and expire can be simulated',
  );

/** Nothing has come of the request, and the same one may come again. */
export const gatewayUnavailable = () =>
  new ApiError(503, 'gateway_unavailable', 'The gateway cannot be reached; please try again', { retryAfter: 5 });

/** More calls than can be taken; nothing was written. @param retryAfter seconds */
export const overloaded = (retryAfter: number) =>
  new ApiError(503, 'overloaded', 'More payments are being started than can be taken; please try again', {
    retryAfter,
  });

/** A store is away and, as far as we can know, nothing was written. Safe to repeat with the same Idempotency-Key. */
export class ServiceUnavailable extends ApiError {
  constructor(cause?: unknown) {
    super(503, 'service_unavailable', 'The service is temporarily unavailable; please try again', { retryAfter: 2 });
    this.cause = cause;
  }
}
