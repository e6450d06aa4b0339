import { generateKeyPairSync, randomBytes } from 'node:crypto';

/** What both ends have: each its private key, and the public one of the other. Made anew each time. */
export const pairOfKeys = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength });

/** What has become of an order, in Nagad's words. */
export type Status = 'Initiated' | 'Ready' | 'InProgress' | 'Success' | 'Failed' | 'Aborted' | 'Cancelled';

/** An order as Nagad keeps it. Amounts are paisa. */
export interface Order {
  paymentReferenceId: string;
  orderId: string;
  challenge: string;
  status: Status;
  /** Of its second step. */
  amount?: number;
  callback?: string;
  /** What the merchant calls its payment, in its second step. */
  trx?: string;
  issuerPaymentRefNo?: string;
  paidAt?: Date;
}

/** Everything of one merchant at Nagad. */
export interface World {
  orders: Map<string, Order>;
  /** Whether the same order id can be begun again; Nagad's own way is not known. */
  repeats: boolean;
  /** The stand-in's own address. */
  url: string;
}

export const newWorld = (): World => ({ orders: new Map(), repeats: false, url: '' });

/** The clocks of Dhaka, as a text of fourteen digits. */
export const timeOf = (at: Date): string => {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Dhaka',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(at);
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '';
  return ['year', 'month', 'day', 'hour', 'minute', 'second'].map(part).join('');
};

/** The moment of such a text; NaN when it is none. */
export const momentOf = (time: string): number =>
  Date.parse(time.replace(/^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6+06:00'));

export const takaOf = (paisa: number): string => `${Math.floor(paisa / 100)}.${String(paisa % 100).padStart(2, '0')}`;

/** Eight letters and digits, as customers find them in their wallet. */
export const newTransaction = (): string => randomBytes(4).toString('hex').toUpperCase();

/** Nagad's references hold, in base64, a time, the merchant and the order. */
export const newReference = (merchant: string, orderId: string, at: Date): string =>
  Buffer.from(`${timeOf(at).slice(4)}.${merchant}.${orderId}.${randomBytes(10).toString('hex')}`).toString('base64');
