import type { ConfigurableJob } from '../../config/concurrency.js';

/** A job's payload: which document to look at, and at which version. */
export interface JobPayload {
  id: string;
  version: number;
}

interface JobPolicy {
  /** Jobs at once in one process; CONCURRENCY_<JOB> overrides it. */
  concurrency: number;
  /** The collection whose documents the job is about. */
  collection: 'payments' | 'ipn_deliveries' | 'ledger_comparisons';
  /** For people who look at the queue. */
  about: string;
}

/** The catalogue: every job. Its name is the queue, the worker's file, the tab in Bull Board and the field in logs. */
export const JOBS = {
  'card-authorization': {
    concurrency: 50,
    collection: 'payments',
    about: 'asks the gateway to authorize a card',
  },
  'three-ds-resolution': {
    concurrency: 50,
    collection: 'payments',
    about: 'finds out how a 3-D Secure challenge ended',
  },
  'upi-confirmation': {
    concurrency: 100,
    collection: 'payments',
    about: 'asks the gateway whether a UPI payment has arrived',
  },
  'wallet-confirmation': {
    concurrency: 50,
    collection: 'payments',
    about: 'executes what a customer agreed to in a wallet, and asks whether it has arrived',
  },
  'debit-confirmation': {
    concurrency: 20,
    collection: 'payments',
    about: 'asks the gateway whether a direct debit was settled, for days',
  },
  'checkout-expiry': {
    concurrency: 20,
    collection: 'payments',
    about: 'ends a hosted payment whose customer has not paid in time',
  },
  'late-confirmation': {
    concurrency: 20,
    collection: 'payments',
    about: 'asks whether money arrived after a payment had ended',
  },
  'proof-review': {
    concurrency: 20,
    collection: 'payments',
    about: 'alerts when a proof waits too long for its review, and refuses it at its deadline',
  },
  'status-inquiry': {
    concurrency: 20,
    collection: 'payments',
    about: 'asks a gateway that gave no answer what became of the payment',
  },
  reconciliation: {
    concurrency: 2,
    collection: 'ledger_comparisons',
    about: "compares a day of a gateway's books with ours",
  },
  'ipn-delivery': {
    concurrency: 200,
    collection: 'ipn_deliveries',
    about: 'sends a signed notification to a merchant',
  },
} as const satisfies Record<ConfigurableJob, JobPolicy>;

export type JobName = keyof typeof JOBS;
export type PaymentJobName = {
  [Name in JobName]: (typeof JOBS)[Name]['collection'] extends 'payments' ? Name : never;
}[JobName];

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
export const JOB_NAMES = Object.keys(JOBS) as JobName[];
