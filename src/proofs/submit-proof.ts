import Joi from 'joi';
import { invalidProofFormat, proofTooLarge } from '../errors.js';
import type { ApiRequest } from '../api/api-route.js';
import { isBlank, text } from '../validation/fields.js';
import { contextFor, validate } from '../validation/validate.js';
import { findPaymentToChange } from '../payments/find-payment.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { addVersion } from './add-version.js';
import { readProof, type HandedIn } from './read-proof.js';
import { requireProvable } from './require-provable.js';

/** 10 MiB, of the field as it was sent. */
const MOST_BYTES = 10 * 1024 * 1024;

// Not text(): of ten million characters it would make a list to count them.
const proofField = Joi.string().custom((value: string, helpers) =>
  isBlank(value) ? helpers.error('any.required') : value,
);

export const proofSchema: Joi.ObjectSchema<{ trx: string; payment_proof: string }> = Joi.object({
  trx: text(Infinity).description('The transaction id of the initiate answer.').required(),
  payment_proof: proofField
    .description(
      'An image (PNG, JPEG, WebP or GIF; a data URI or bare base64), an http(s) URL of one, which is shown and never ' +
        'fetched, or a text reference of 4 to 255 printable characters with a digit. At most 10 MiB.',
    )
    .required(),
});

/** @throws {ApiError} payload_too_large, before anything is decoded; validation_error for a form that nobody knows */
function readField(field: string): HandedIn {
  if (Buffer.byteLength(field) > MOST_BYTES) throw proofTooLarge('10 MiB');
  const handedIn = readProof(field);
  if (!handedIn) throw invalidProofFormat();
  return handedIn;
}

function present({ _id: trx, proof }: PaymentRecord): object {
  return {
    status: 'success',
    message: ['Proof of payment submitted, pending manual verification'],
    trx,
    proof_status: proof?.status,
    verification_note: proof?.note,
  };
}

/**
 * POST /h2h/confirm: takes a proof of payment. The order of checks is: the types of the fields (400), the merchant
 * (403), whether the payment is unknown (404), a card's (422), ended or decided (409) or of another method (422), and
 * only then the proof: its size (413), its form (400), how many there were (409). So whoever sends a bad proof for a
 * card or for an ended payment is told what no better proof would change.
 */
export async function submitProof(request: ApiRequest): Promise<object> {
  const { merchant, body } = request;
  const { payment_proof } = validate(proofSchema, body, contextFor(merchant));
  const payment = await findPaymentToChange(request);
  requireProvable(payment);
  return present(await addVersion(payment, readField(payment_proof)));
}
