/** What is on file about a key. */
export interface OnFile {
  /** When it was written last, in ms since 1970; not known of what was written before this was kept. */
  savedAt?: number;
}

/** News for the merchant side that it has not taken yet. */
export interface PendingCallback {
  /** When it is sent next, in ms since 1970. */
  at: number;
  /** How often it was sent in vain. */
  tries: number;
}

/** Of an account that behaves in a way of its own, see README.md of its connector. */
interface Behaving {
  behaviours?: string[];
  /** Where the account is told what its charges have come to, and what it has not taken yet. */
  callbackUrl?: string;
  callback?: PendingCallback | null;
}

/** What the gateway keeps of a charge that it took on. Never the card's number or code. */
interface TakenOn extends OnFile, Behaving {
  /** The idempotency key, which the ledger is keyed by. */
  key: string;
  id: string;
  /** The merchant side's own reference. */
  reference: string;
  amount: number; // minor units
  currency: string;
  network: string;
  last4: string;
  /** How many requests for a charge came with this key. */
  calls: number;
  challenge?: Challenge;
}

/** The bank's question to the customer, kept after its end so that the page can still lead back. */
export interface Challenge {
  /** The unguessable part of the page's address. */
  token: string;
  returnUrl: string;
  wrongCodes: number;
  /** What happens to the charge when the right code is given. */
  then: 'approve' | 'decline';
  /** How it ended, of an account that has to finish it itself, and the proof with which it does. */
  ended?: 'passed' | 'failed' | 'cancelled';
  proof?: string;
}

export type Charged = TakenOn & {
  status: 'charged';
  /** When the money moved, in ms since 1970. */
  settledAt: number;
};
export type Declined = TakenOn & { status: 'declined'; code: string };
export type Challenged = TakenOn & { status: 'challenge_required'; challenge: Challenge };

/** A key that never moves money: closed before any charge came, or while the customer was being asked. */
export interface Closed extends OnFile, Behaving {
  /** The merchant side's own reference, where it is known. */
  reference?: string;
  status: 'closed';
  key: string;
  calls: number;
  challenge?: Challenge;
}

export type Charge = Charged | Declined | Challenged | Closed;

/** Money that moved, as the gateway's statement lists it. */
export interface SettledLine {
  idempotency_key: string;
  reference: string;
  /** The id of the charge, the refund or the dispute, or the bank reference of an order. */
  id: string;
  amount: number; // minor units, below zero when the money went back
  currency: string;
  settled_at: string;
  /** Absent: by a charge, an order or a refund. */
  by?: 'dispute';
}

/** One line of `GET /ledger`: a decision that fell. */
export interface LedgerLine {
  idempotency_key: string;
  amount: number; // minor units
  currency: string;
  result: 'charged' | 'declined' | 'refunded' | 'disputed';
  calls: number;
}
