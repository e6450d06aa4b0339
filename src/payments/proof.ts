import { date, flag, listOf, number, oneOf, optional, subdocument, text } from '../database/schema.js';
import { obligation, type Obligation } from '../jobs/obligation.js';

export const PROOF_FORMS = ['image', 'url', 'text'] as const;
export type ProofForm = (typeof PROOF_FORMS)[number];

/** Where a review stands. */
export const PROOF_STATUSES = ['pending', 'verified', 'rejected'] as const;

/** The kinds of image that are taken, and the only types that one is ever served with. */
export const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/webp', 'image/gif'] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

/** What a customer handed in, once. Another one while the first is under review is another version. */
export interface ProofVersion {
  no: number;
  form: ProofForm;
  /** The URL or the text. */
  text?: string;
  /** Where in proof_images an image lies, and what kind it was found to be. */
  image?: { id: string; type: ImageType; size: number };
  /** SHA-256 of what was handed in, to know it again. */
  digest: string;
  at: Date;
}

/** What a reviewer should know before believing a proof. */
export type ProofFlag = 'reference_used';

/** A proof of payment and its review: part of the payment, so that one update decides both. */
export interface Proof {
  status: (typeof PROOF_STATUSES)[number];
  /** When the review began: a later version does not begin it anew. */
  submittedAt: Date;
  versions: ProofVersion[];
  flags: ProofFlag[];
  /** The 12-digit UPI references that its texts show. */
  references: string[];
  overdue: boolean;
  deadline: Date;
  verifiedAt?: Date;
  /** For the merchant. */
  note: string;
  /** The amount that the reviewer saw: minor units. */
  amountSeen?: number;
  decidedAt?: Date;
  /** An operator's e-mail; absent when nobody had to look. */
  decidedBy?: string;
  /** The review's own obligation beside the payment's: `version` rises with each change of the review. */
  reviewVersion: number;
  next?: Obligation;
}

const version = subdocument<ProofVersion>({
  no: number,
  form: oneOf(PROOF_FORMS),
  text: optional(text),
  image: optional(subdocument({ id: text, type: oneOf(IMAGE_TYPES), size: number })),
  digest: text,
  at: date,
});

export const proof = subdocument<Proof>({
  status: oneOf(PROOF_STATUSES),
  submittedAt: date,
  versions: listOf(version),
  flags: listOf(oneOf(['reference_used'])),
  references: listOf(text),
  overdue: flag,
  deadline: date,
  verifiedAt: optional(date),
  note: text,
  amountSeen: optional(number),
  decidedAt: optional(date),
  decidedBy: optional(text),
  reviewVersion: number,
  next: optional(obligation),
});

/** The most versions that one review takes. */
export const MOST_VERSIONS = 3;

/** The proof with its review closed; it is owed nothing any more. */
export function closedProof(
  proof: Proof,
  outcome: Pick<Proof, 'status' | 'note'> & Partial<Pick<Proof, 'amountSeen' | 'decidedBy'>>,
): Proof {
  const { next: _settled, ...rest } = proof;
  const decidedAt = new Date();
  const verifiedAt = outcome.status === 'verified' ? { verifiedAt: decidedAt } : {};
  return { ...rest, ...outcome, ...verifiedAt, decidedAt, reviewVersion: proof.reviewVersion + 1 };
}
