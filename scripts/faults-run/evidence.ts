/** What a merchant sent and what came back, as the merchant knows it. */
export interface Order {
  identifier: string;
  /** Which journey of journeys.ts it is. */
  journey: string;
  /** Every answer that came, in order; none when the connection broke. */
  answers: { status: number; trx: string | undefined }[];
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
  /** Whether a person has to judge the money that came. */
  underReview: boolean;
  /** Whether its order was abandoned before: then its end is the first that its merchant hears. */
  wasAbandoned: boolean;
}

/** Money that moved at the gateway, by its own ledger; minor units. */
export interface Charge {
  reference: string;
  key: string;
  amount: number;
  currency: string;
}

/** One event as `/h2h/events` gives it. */
export interface MerchantEvent {
  id: string;
  sequence: number;
  trx: string;
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
