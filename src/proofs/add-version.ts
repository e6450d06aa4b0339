import { config } from '../../config/index.js';
import { ApiError, proofLimitReached, transactionNotFound } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { inSeconds } from '../time.js';
import { aboutPayment } from '../payments/about-payment.js';
import { payments, type PaymentRecord } from '../payments/payment.model.js';
import { removeImage, storeImage } from './proof-image.model.js';
import { MOST_VERSIONS, type Proof, type ProofVersion } from '../payments/proof.js';
import type { HandedIn } from './read-proof.js';
import { requireProvable } from './require-provable.js';
import { claimReferences, referencesIn } from './references.js';
import { saveReview } from '../payments/save-review.js';

const NOTE = 'The proof is being verified by a person, which typically takes 5 to 30 minutes';

/** What is stored outside the payment before the payment refers to it. */
interface StoredProof {
  image?: ProofVersion['image'];
  references: string[];
  isReferenceUsed: boolean;
}

function newProof(now: Date): Proof {
  const { overdue, deadline } = config.proof;
  return {
    status: 'pending',
    submittedAt: now,
    versions: [],
    flags: [],
    references: [],
    overdue: false,
    deadline: inSeconds(deadline),
    note: NOTE,
    reviewVersion: 0,
    next: { job: 'proof-review', at: inSeconds(Math.min(overdue, deadline)) },
  };
}

/** The proof with one more version. References and flags of earlier versions stay. */
function withVersion(proof: Proof, handedIn: HandedIn, stored: StoredProof, at: Date): Proof {
  const version: ProofVersion = {
    no: proof.versions.length + 1,
    form: handedIn.form,
    ...(handedIn.form !== 'image' && { text: handedIn.text }),
    ...(stored.image && { image: stored.image }),
    digest: handedIn.digest,
    at,
  };
  return {
    ...proof,
    versions: [...proof.versions, version],
    flags: stored.isReferenceUsed ? ['reference_used'] : proof.flags,
    references: [...new Set([...proof.references, ...stored.references])],
    reviewVersion: proof.reviewVersion + 1,
  };
}

/**
 * Whether the review has not seen this yet.
 * @throws {ApiError} proof_not_supported, payment_final, proof_limit_reached
 */
function isNew(payment: PaymentRecord, { digest }: HandedIn): boolean {
  requireProvable(payment);
  const { proof } = payment;
  if (proof?.versions.some((version) => version.digest === digest)) return false;
  if (proof && proof.versions.length >= MOST_VERSIONS) throw proofLimitReached(MOST_VERSIONS);
  return true;
}

async function store(payment: PaymentRecord, handedIn: HandedIn): Promise<StoredProof> {
  if (handedIn.form === 'image') {
    const { type, bytes } = handedIn;
    const id = await storeImage(payment._id, type, bytes);
    return { image: { id, type, size: bytes.length }, references: [], isReferenceUsed: false };
  }
  const references = handedIn.form === 'text' ? referencesIn(handedIn.text, payment) : [];
  return { references, isReferenceUsed: await claimReferences(payment, references) };
}

/** Writes the version into the payment, which may change at any moment: then everything is looked at again. */
async function record(payment: PaymentRecord, handedIn: HandedIn, stored: StoredProof): Promise<PaymentRecord> {
  if (!isNew(payment, handedIn)) return payment;
  const now = new Date();
  const proof = withVersion(payment.proof ?? newProof(now), handedIn, stored, now);
  const after = await saveReview(payment, { proof, updatedAt: now });
  if (after) {
    const { form } = handedIn;
    logger.info('proof.submitted', { ...aboutPayment(payment), version: proof.versions.length, form });
    return after;
  }
  const again = await payments.findOne({ _id: payment._id });
  if (!again) throw transactionNotFound();
  return record(again, handedIn, stored);
}

const refersTo = ({ proof }: PaymentRecord, id: string): boolean =>
  proof?.versions.some(({ image }) => image?.id === id) ?? false;

/** Best effort: a leftover costs room, and nothing else. */
async function discard({ image }: StoredProof): Promise<void> {
  if (!image) return;
  try {
    await removeImage(image.id);
  } catch (error) {
    logger.warn('proof.image_left', { image: image.id, error });
  }
}

/**
 * Adds a version to a payment's proof. The first one opens the review; one that the review has seen before changes
 * nothing. An image is stored first, so that a proof never refers to a missing image.
 * @throws {ApiError} payment_final, also when the payment ends meanwhile; proof_limit_reached
 */
export async function addVersion(payment: PaymentRecord, handedIn: HandedIn): Promise<PaymentRecord> {
  if (!isNew(payment, handedIn)) return payment;
  const stored = await store(payment, handedIn);
  try {
    const after = await record(payment, handedIn, stored);
    if (stored.image && !refersTo(after, stored.image.id)) await discard(stored);
    return after;
  } catch (error) {
    // Only a refusal is sure: an update whose answer was lost may have come through, and then the image is needed.
    if (error instanceof ApiError) await discard(stored);
    throw error;
  }
}
