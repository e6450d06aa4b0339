import { samplePayment } from '../../development/first-payment.js';
import { upiOrder } from '../api-caller.js';
import type { Target } from '../load/generator.js';
import type { Targets } from './lane.js';

/** A merchant, as benches know it. */
interface Merchant {
  public_key: string;
  ipn_url: string;
}

/** What to send to one lane or the other: the same bodies, to the same paths. */
export function targetsOf(apiUrls: string[], merchants: Merchant[]): Targets {
  const at = (path: string, order: object, expected: Target['expected']): Target => ({
    urls: apiUrls.map((url) => url + path),
    bodies: merchants.map((merchant) => ({ ...order, ...merchant })),
    isOrder: true,
    expected,
  });
  const card = samplePayment('', '', '');
  const { card: _, billing_address: __, device_fingerprint: ___, ...order } = card;
  return {
    card: at('/h2h/initiate', card, { payment_status: 'success' }),
    upi: at('/h2h/initiate', upiOrder, { status: 'success' }),
    hosted: at('/payment/initiate', order, { status: 'success' }),
    status: (trxs) => ({
      urls: apiUrls.map((url) => `${url}/h2h/status`),
      bodies: trxs.map((trx) => ({ public_key: merchants[0]?.public_key, trx })),
      isOrder: false,
      expected: { status: 'success' },
    }),
  };
}
