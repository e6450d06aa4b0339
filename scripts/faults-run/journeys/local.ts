import { randomUUID } from 'node:crypto';
import { PAYER } from '../../../test/support/local-order.js';
import { refundsOf } from '../afterwards.js';
import { customerWho, type Customer } from '../gateways/customer.js';
import { andComesBack, EXPIRED, LATE, NOT_OPENED, type Journey } from './journey.js';

/** The sandbox's customers of UPI and wallets act by themselves. */
const byThemselves = () => Promise.resolve(null);
export const pays = andComesBack(customerWho('pays', byThemselves));
const paysNot = andComesBack(customerWho('cancels', byThemselves));

/** How customers pay, by currency and name. */
const MEANS = {
  UPI: { currency: 'INR', customer: { mobile: '+919876543210' } },
  BKASH: { currency: 'BDT', customer: { mobile: '+8801712345678', payment_method_code: 'BKASH' } },
  NAGAD: { currency: 'BDT', customer: { mobile: '+8801712345678', payment_method_code: 'NAGAD' } },
};

const local = (by: keyof typeof MEANS, amount: number, ends: string[], customer?: Customer): Journey => ({
  path: '/h2h/initiate',
  body: (tollgate) => ({
    public_key: tollgate.merchant.public_key,
    amount,
    currency: MEANS[by].currency,
    payment_method_type: 'local',
    customer: { ...PAYER, ...MEANS[by].customer },
    details: 'Tea',
    identifier: `order-${randomUUID()}`,
    ipn_url: tollgate.receiver.url,
    success_url: 'https://shop.example/thanks',
    cancel_url: 'https://shop.example/cart',
    site_name: 'Blue Tea Shop',
  }),
  ends: [...ends, NOT_OPENED],
  ...(customer && { customer }),
});

/** UPI and wallets. */
export const LOCAL_JOURNEYS: Record<string, Journey> = {
  'UPI, paid': local('UPI', 100, ['success', LATE, EXPIRED], pays),
  'UPI, a round sum': local('UPI', 5000, ['success', LATE, EXPIRED], pays),
  'UPI, refused': local('UPI', 100.22, ['failed do_not_honor', EXPIRED]),
  'UPI, never paid': local('UPI', 100.11, [EXPIRED]),
  // Not late for us when the time was over and nobody had been able to say so yet.
  'UPI, paid late': { ...local('UPI', 100.33, [LATE, 'success']), paysUnseen: true },
  'UPI, paid too little': local('UPI', 100.44, ['under review', EXPIRED]),
  'wallet, paid': local('BKASH', 100, ['success', LATE, EXPIRED], pays),
  'wallet, cancelled': local('BKASH', 100.66, ['cancelled cancelled_by_customer', EXPIRED], paysNot),
  'Nagad, paid': local('NAGAD', 100, ['success', LATE, EXPIRED], pays),
  'Nagad, cancelled': local('NAGAD', 100.66, ['cancelled cancelled_by_customer', EXPIRED], paysNot),
  'UPI, paid and refunded': {
    ...local('UPI', 100, ['success', LATE, EXPIRED], pays),
    afterwards: refundsOf(40, undefined),
  },
  'wallet, paid and refunded': {
    ...local('BKASH', 100, ['success', LATE, EXPIRED], pays),
    afterwards: refundsOf(40, undefined),
  },
};
