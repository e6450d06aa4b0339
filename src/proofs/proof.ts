import type { Obligation } from '../obligation.js';

export type ProofForm = 'image' | 'url' | 'text';

/** What a customer handed in, once. Another one while the first is under review is another version. */
export interface ProofVersion {
  no: number;
  form: ProofForm;
  /** The URL or the text; an image lies in proof_images under this payment and version. */
  text?: string;
  /** SHA-256 of what was handed in, to know it again. */
  digest: string;
  at: Date;
}

/** A proof of payment and its review: part of the payment, so that one update decides both. */
export interface Proof {
  status: 'pending' | 'verified' | 'rejected';
  submittedAt: Date;
  versions: ProofVersion[];
  /** What a reviewer should know, such as `reference_used`. */
  flags: string[];
  /** The 12-digit UPI reference that it shows, when it is a text that shows one. */
  reference?: string;
  overdue: boolean;
  deadline: Date;
  verifiedAt?: Date;
  /** For the merchant. */
  note: string;
  /** The amount that the reviewer saw: minor units. */
  amountSeen?: number;
  decidedBy?: string;
  /** The review's own obligation beside the payment's: `gen` rises with each change of the review. */
  gen: number;
  next?: Obligation;
}

/** The most versions that one review takes. */
export const MOST_VERSIONS = 3;

/** The proof with its review closed; it is owed nothing any more. */
export function closedProof(
  proof: Proof,
  outcome: Pick<Proof, 'status' | 'note'> & Partial<Pick<Proof, 'amountSeen' | 'decidedBy'>>,
): Proof {
  const { next: _settled, ...rest } = proof;
  const verifiedAt = outcome.status === 'verified' ? { verifiedAt: new Date() } : {};
  return { ...rest, ...outcome, ...verifiedAt, gen: proof.gen + 1 };
}
