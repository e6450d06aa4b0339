/** What the stand-in keeps, in the form in which Cashfree answers: rupees as decimal numbers, times as ISO 8601. */
export interface Order {
  cf_order_id: string;
  order_id: string;
  entity: 'order';
  order_currency: string;
  order_amount: number;
  order_status: 'ACTIVE' | 'PAID' | 'EXPIRED' | 'TERMINATED' | 'TERMINATION_REQUESTED';
  payment_session_id: string;
  order_expiry_time: string;
  created_at: string;
  order_splits: [];
  customer_details: Record<string, string>;
  order_meta: { return_url?: string; notify_url?: string };
  order_tags: Record<string, string>;
}

export type AttemptStatus = 'SUCCESS' | 'NOT_ATTEMPTED' | 'FAILED' | 'USER_DROPPED' | 'CANCELLED' | 'PENDING' | 'VOID';

export interface Attempt {
  cf_payment_id: string;
  order_id: string;
  entity: 'payment';
  order_amount: number;
  order_currency: string;
  payment_amount: number;
  payment_currency: string;
  payment_group: 'upi' | 'credit_card';
  payment_status: AttemptStatus;
  payment_message: string;
  payment_time: string;
  payment_completion_time?: string;
  bank_reference?: string;
  is_captured: boolean;
  error_details?: Record<string, string>;
}

export interface Refund {
  cf_refund_id: string;
  cf_payment_id: string;
  order_id: string;
  refund_id: string;
  entity: 'refund';
  refund_amount: number;
  refund_currency: string;
  refund_note: string;
  refund_status: 'SUCCESS' | 'PENDING' | 'CANCELLED' | 'ONHOLD' | 'FAILED';
  refund_type: 'MERCHANT_INITIATED' | 'PAYMENT_AUTO_REFUND' | 'UNRECONCILED_AUTO_REFUND';
  refund_arn?: string;
  status_description: string;
  created_at: string;
  processed_at?: string;
}

export interface Dispute {
  dispute_id: number;
  dispute_type: string;
  dispute_status: string;
  reason_code: string;
  reason_description: string;
  dispute_amount: number;
  dispute_amount_currency: string;
  created_at: string;
  respond_by: string;
  updated_at: string;
  resolved_at?: string;
  order_details: Record<string, string | number>;
}

/** A line of the books. */
export interface ReconEvent {
  event_details: Record<string, string | number | null>;
  order_details: Record<string, unknown>;
  payment_details: Record<string, string | number | null>;
  refund_details: Record<string, string | null>;
}

/** Everything of one account at Cashfree. */
export interface World {
  orders: Map<string, Order>;
  attempts: Map<string, Attempt>;
  refunds: Map<string, Refund>;
  disputes: Map<number, Dispute>;
  books: ReconEvent[];
  /** How many lines a page of the books has at most, whatever is asked for. */
  pageOfBooks: number;
  /** The numbers of cards by attempt, while a page asks for a one-time password. */
  challenges: Map<string, string>;
  /** By `x-idempotency-key`: the first request, and what it was answered. */
  sessions: Map<string, { request: string; answer: object }>;
  now: () => Date;
  /** Whether the account may send card numbers. */
  rawCards: boolean;
  /** Whether links lead to a page that plays the apps, as those of the test environment do. */
  simulates: boolean;
  /** Whether a refund that is asked for again is answered with what it has come to, or with 409. */
  refundsRepeat: boolean;
  /** How often an order that is to be closed is asked about before it is, though no bank is at it. */
  questionsToClose: number;
  /** Milliseconds that banks take. */
  bankDelay: number;
  /** The stand-in's own address. */
  url: string;
  tell: (type: string, data: object, notifyUrl?: string) => void;
}

let latestId = 5_114_910_000_000;

/** An id of Cashfree's: digits, in a text, each greater than the one before. */
export const newId = (): string => String(++latestId);

export const attemptsAt = ({ attempts }: World, orderId: string): Attempt[] =>
  [...attempts.values()].filter(({ order_id }) => order_id === orderId);

/** What the entities have in common with the clock in India, as Cashfree writes it. */
export const written = (at: Date): string =>
  new Date(at.getTime() + 19_800_000).toISOString().replace(/\.\d+Z$/, '+05:30');
