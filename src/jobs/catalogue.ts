/** A job's payload: which document to look at, and at which version. */
export interface JobPayload {
  id: string;
  version: number;
}

interface Job {
  /** The process of the Procfile that runs it. */
  process: 'payments' | 'ipn';
  /** The collection whose documents it is about. */
  collection: 'payments' | 'ipn_deliveries' | 'ledger_comparisons';
  /** Jobs at once in one process; CONCURRENCY_<JOB> overrides it. */
  concurrency: number;
  /** For people who look at the queue. */
  about: string;
}

const job = <C extends Job['collection']>(
  process: Job['process'],
  collection: C,
  concurrency: number,
  about: string,
) => ({ process, collection, concurrency, about });

/**
 * The catalogue: every job, with its process, what it is about and how many run at once. A job's name is its queue, its
 * file in workers/, its tab in Bull Board and a field in logs.
 */
export const JOBS = {
  'order-opening': job('payments', 'payments', 20, 'closes an order whose opening nobody saw the end of'),
  'card-authorization': job('payments', 'payments', 50, 'asks the gateway to authorize a card'),
  'three-ds-resolution': job('payments', 'payments', 50, 'finds out how a 3-D Secure challenge ended'),
  'upi-confirmation': job('payments', 'payments', 100, 'asks the gateway whether a UPI payment has arrived'),
  'wallet-confirmation': job('payments', 'payments', 50, 'executes what a customer agreed to in a wallet, and asks'),
  'debit-confirmation': job('payments', 'payments', 20, 'asks whether a direct debit was settled, for days'),
  'checkout-expiry': job('payments', 'payments', 20, 'ends a hosted payment whose customer has not paid in time'),
  'late-confirmation': job('payments', 'payments', 20, 'asks whether money arrived after a payment had ended'),
  'proof-review': job('payments', 'payments', 20, 'alerts when a proof waits too long, refuses it at its deadline'),
  'status-inquiry': job('payments', 'payments', 20, 'asks a gateway that gave no answer what became of the payment'),
  'refund-execution': job('payments', 'payments', 50, 'has a gateway give money back, and asks what became of it'),
  'dispute-inquiry': job('payments', 'payments', 20, 'asks a gateway what disputes a payment has, after news of one'),
  reconciliation: job('payments', 'ledger_comparisons', 2, "compares a day of a gateway's books with ours"),
  'ipn-delivery': job('ipn', 'ipn_deliveries', 200, 'sends a signed notification to a merchant'),
} as const satisfies Record<string, Job>;

export type JobName = keyof typeof JOBS;
export type PaymentJobName = {
  [Name in JobName]: (typeof JOBS)[Name]['collection'] extends 'payments' ? Name : never;
}[JobName];

// Object.keys of a literal gives exactly its keys; TypeScript only says string[].
export const JOB_NAMES = Object.keys(JOBS) as JobName[];

export const isJob = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** The jobs of a process of the Procfile. */
export const jobsOfProcess = (name: string): JobName[] => JOB_NAMES.filter((job) => JOBS[job].process === name);
