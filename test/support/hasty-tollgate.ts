import { SELDOM_SWEPT, startTollgate, type Tollgate } from './tollgate.js';

let started: Promise<Tollgate> | undefined;

/**
 * One Tollgate for all specs in which a customer's time runs out: what takes minutes elsewhere takes seconds here. No
 * console. Stopped when all tests are over.
 */
export const hastyTollgate = (): Promise<Tollgate> =>
  (started ??= startTollgate({
    processes: ['web', 'payments', 'ipn', 'sandbox'],
    env: {
      ...SELDOM_SWEPT,
      CHECKOUT_EXPIRY: '2',
      THREE_DS_EXPIRY: '2',
      THREE_DS_POLL_WAITS: '0.2',
      UPI_EXPIRY: '4',
      WALLET_EXPIRY: '4',
      LATE_MONEY_WAITS: '0.5',
      LATE_MONEY_WINDOW: '30',
      SANDBOX_CUSTOMER_DELAY: '0.3',
    },
  }));
