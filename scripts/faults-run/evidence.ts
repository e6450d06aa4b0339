/** What a merchant sent and what came back, as the merchant knows it. */
export interface Order {
  identifier: string;
  /** Which journey of journeys/ it is. */
  journey: string;
  /** Every answer that came, in order; none when the connection broke. */
  answers: { status: number; trx: string | undefined }[];
  /** Whether its caller never asks again, as in a flood. */
  asksOnce?: boolean;
  /** The last answer that said "later", or that none came. */
  putOff?: string;
  /** Its refunds, in the order in which they were answered; 0: never. */
  refunds?: { identifier: string; status: number; isTaken: boolean }[];
}

/** A payment as `/h2h/status` gives it; amounts in major units. */
export interface Payment {
  trx: string;
  identifier: string;
  payment_status: string;
  reason: string | null;
  late_confirmation: boolean;
  currency: string;
  gross_amount: number;
  charge: number;
  net_amount: number;
  gross_amount_usd: number;
  charge_usd: number;
  net_amount_usd: number;
  refunded_amount: number;
  /** Whether a person has to judge the money that came. */
  underReview: boolean;
  /** Whether only a person can end it: see gateways/never-heard.ts. */
  isForPerson: boolean;
  /** Whether its order was abandoned before: then the merchant may have heard of no end before the last. */
  wasAbandoned: boolean;
  /** The keys of orders that nobody was shown how to pay: see unseen-keys.ts. */
  unseenKeys: string[];
  refunds: Refund[];
  disputes: Dispute[];
}

/** A refund as Tollgate has it; minor units. */
export interface Refund {
  key: string;
  identifier: string;
  status: string;
  amount: number;
  /** Whether only a person can end it, as of a payment. */
  isForPerson: boolean;
  /** Whether it had succeeded before it failed. */
  wasTakenBack: boolean;
}

/** A dispute as Tollgate has it; minor units. */
export interface Dispute {
  id: string;
  state: string;
  amount: number;
}

/** Money that moved at the gateway, by its own ledger; minor units. */
export interface Charge {
  reference: string;
  key: string;
  amount: number;
  currency: string;
}

/** Money that has gone back at the gateway, by a refund or by a dispute that was lost, and has not been returned. */
export interface MoneyBack extends Charge {
  by: 'refund' | 'dispute';
}

/** One event as `/h2h/events` gives it. */
export interface MerchantEvent {
  id: string;
  sequence: number;
  trx: string;
  type: string;
  status: string;
}

/** One request that reached the merchant's endpoint. */
export interface Notice {
  id: string;
  body: string;
  verified: boolean | null;
}

/** Everything that is known about a run from outside, once it is quiet. */
export interface Evidence {
  orders: Order[];
  payments: Payment[];
  charges: Charge[];
  moneyBack: MoneyBack[];
  events: MerchantEvent[];
  notices: Notice[];
  /** What still waits for something that is due, in words. */
  overdue: string[];
  /** Jobs that the queue has given up, in words. */
  failedJobs: string[];
  /** The last words of processes that ended though nobody ended them. */
  crashes: string[];
  /** Where card data was found, in words. */
  cardTraces: string[];
}
