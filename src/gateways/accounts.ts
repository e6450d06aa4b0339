import type { MethodName, Mode } from '../vocabulary.js';

/** An account of ours at a gateway. Amounts are minor units. */
export interface Account {
  id: string;
  connector: string;
  mode: Mode;
  method: MethodName;
  currencies: readonly string[];
  /** Tightest of all bounds wins; by currency. */
  minimums?: Readonly<Record<string, number>>;
  maximums?: Readonly<Record<string, number>>;
  /** Whether the account can authenticate cards; a connector may be able to while a contract is not. */
  threeDs: boolean;
  /** Who is named on SEPA mandates. */
  creditor?: { name: string; identifier: string };
  /** Taken only by merchants that name it. */
  onRequest?: boolean;
}

const SANDBOX_CURRENCIES = ['USD', 'EUR', 'GBP', 'CAD', 'AUD', 'JPY', 'KWD', 'INR', 'BDT'] as const;

/** Every account, in order of preference. */
export const ACCOUNTS: readonly Account[] = [
  {
    id: 'sandbox-card',
    connector: 'sandbox',
    mode: 'test',
    method: 'card',
    currencies: SANDBOX_CURRENCIES,
    threeDs: true,
  },
  {
    id: 'sandbox-upi',
    connector: 'sandbox',
    mode: 'test',
    method: 'upi',
    currencies: ['INR'],
    minimums: { INR: 100 },
    maximums: { INR: 10_000_000 },
    threeDs: false,
  },
  {
    id: 'sandbox-wallet',
    connector: 'sandbox',
    mode: 'test',
    method: 'wallet',
    currencies: ['BDT'],
    minimums: { BDT: 1000 },
    maximums: { BDT: 5_000_000 },
    threeDs: false,
  },
  {
    id: 'sandbox-sepa',
    connector: 'sandbox',
    mode: 'test',
    method: 'sepa',
    currencies: ['EUR'],
    maximums: { EUR: 1_000_000 },
    threeDs: false,
    creditor: { name: 'Tollgate Sandbox', identifier: 'DE98ZZZ09999999999' },
  },
  {
    id: 'sandbox-card-without-3ds',
    connector: 'sandbox',
    mode: 'test',
    method: 'card',
    currencies: SANDBOX_CURRENCIES,
    threeDs: false,
    onRequest: true,
  },
];
