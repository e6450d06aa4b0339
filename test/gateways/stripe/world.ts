import { randomBytes } from 'node:crypto';

/** What the stand-in keeps, in the form in which Stripe answers. Amounts are minor units, times seconds since 1970. */
export interface Intent {
  id: string;
  object: 'payment_intent';
  amount: number;
  amount_received: number;
  currency: string;
  created: number;
  status: string;
  description: string | null;
  metadata: Record<string, string>;
  payment_method_types: string[];
  client_secret: string;
  confirmation_method: 'automatic';
  capture_method: 'automatic';
  livemode: boolean;
  next_action: object | null;
  last_payment_error: Record<string, unknown> | null;
  latest_charge: string | null;
  payment_method: string | null;
  canceled_at: number | null;
  cancellation_reason: string | null;
}

export interface Charge {
  id: string;
  object: 'charge';
  amount: number;
  amount_captured: number;
  amount_refunded: number;
  currency: string;
  created: number;
  captured: boolean;
  disputed: boolean;
  livemode: boolean;
  paid: boolean;
  refunded: boolean;
  status: 'succeeded' | 'pending' | 'failed';
  metadata: Record<string, string>;
  payment_intent: string;
  billing_details: object;
  balance_transaction: string | null;
  payment_method_details: { type: string; [type: string]: unknown };
}

export interface Refund {
  id: string;
  object: 'refund';
  amount: number;
  currency: string;
  created: number;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  reason: string | null;
  status: string;
  failure_reason?: string;
  balance_transaction: string | null;
}

export interface Dispute {
  id: string;
  object: 'dispute';
  amount: number;
  currency: string;
  created: number;
  charge: string;
  payment_intent: string;
  metadata: Record<string, string>;
  reason: string;
  status: string;
  balance_transactions: BalanceTransaction[];
  enhanced_eligibility_types: string[];
  evidence: object;
  evidence_details: {
    due_by: number | null;
    enhanced_eligibility: object;
    has_evidence: boolean;
    past_due: boolean;
    submission_count: number;
  };
  is_charge_refundable: boolean;
  livemode: boolean;
}

export interface BalanceTransaction {
  id: string;
  object: 'balance_transaction';
  amount: number;
  currency: string;
  exchange_rate: number | null;
  created: number;
  available_on: number;
  balance_type: 'payments';
  fee: number;
  fee_details: object[];
  net: number;
  reporting_category: string;
  status: 'pending';
  type: string;
  source: string | null;
  description: string | null;
}

/** Everything of one account at Stripe. */
export interface World {
  intents: Map<string, Intent>;
  charges: Map<string, Charge>;
  refunds: Map<string, Refund>;
  disputes: Map<string, Dispute>;
  /** The numbers of cards by the id of their payment method. */
  cards: Map<string, string>;
  /** The references of mandates, by id. */
  mandates: Map<string, string>;
  /** Oldest first. */
  books: BalanceTransaction[];
  /** Where 3-D Secure is to lead back to, by intent, with the card that is being authenticated. */
  challenges: Map<string, { returnUrl: string; number: string }>;
  /** Seconds since 1970, as this Stripe's clock has them. */
  now: () => number;
  /** The currency that the account is paid out in: foreign money is converted in the books. */
  settles: { currency: string; rate: number } | null;
  /** Whether the account may send card numbers. */
  rawCards: boolean;
  /** The currencies that customers may pay in. */
  currencies: string[];
  /** The endpoints of webhooks, as the account's owner has made them. */
  endpoints: { url: string; status: 'enabled' | 'disabled'; enabled_events: string[] }[];
  /** Seconds that banks take. */
  bankDelay: number;
  /** The stand-in's own address. */
  url: string;
  tell: (type: string, object: object) => void;
}

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** Writes a movement into the books: in the currency of settlement, as Stripe does. */
export function book(world: World, type: string, source: { id: string; amount: number; currency: string }): string {
  const { settles } = world;
  const rate = settles && settles.currency !== source.currency ? settles.rate : null;
  const amount = rate === null ? source.amount : Math.round(source.amount * rate);
  const signed = type === 'refund' || type === 'payment_refund' ? -amount : amount;
  const id = newId('txn');
  world.books.push({
    id,
    object: 'balance_transaction',
    amount: signed,
    currency: rate === null || !settles ? source.currency : settles.currency,
    exchange_rate: rate,
    created: world.now(),
    available_on: world.now() + 172_800,
    balance_type: 'payments',
    fee: 0,
    fee_details: [],
    net: signed,
    reporting_category: type,
    status: 'pending',
    type,
    source: source.id,
    description: null,
  });
  return id;
}
