import type { GatewayDispute } from '../connectors/disputes.js';
import { toUsd, type FrozenRate } from '../money/exchange.js';
import { currentRate, NoRate } from '../money/rates.js';
import { aboutPayment } from '../payments/about-payment.js';
import type { Dispute } from '../payments/dispute.js';
import type { PaymentRecord } from '../payments/payment.model.js';
import { usdOf } from '../payments/refunded.js';
import { logger } from '../telemetry/logger.js';

/** What a gateway says of a dispute, with the rate of now when it is lost in another currency than its payment's. */
export type Rated = GatewayDispute & { rate?: FrozenRate };

/** Looks the rate up. Without one the dispute is lost all the same, and a person is to put the figures right. */
export async function rated(payment: PaymentRecord, dispute: GatewayDispute): Promise<Rated> {
  const { id, state, amount, currency } = dispute;
  const isKnown = payment.disputes?.some((each) => each.id === id && each.state === 'lost');
  if (state !== 'lost' || isKnown || currency === payment.amounts.currency) return dispute;
  try {
    return { ...dispute, rate: await currentRate(currency) };
  } catch (error) {
    if (!(error instanceof NoRate)) throw error;
    logger.error('dispute.unrated', { ...aboutPayment(payment), dispute: id, amount, currency });
    return dispute;
  }
}

/** The cents of a dispute that is lost: by the rate that the payment has frozen, or by its own. 0 when it has none. */
export const lossOf = (
  payment: PaymentRecord,
  { amount, currency, rate }: Rated,
): Pick<Dispute, 'amountUsd' | 'rate'> =>
  rate ? { amountUsd: toUsd(amount, currency, rate), rate } : { amountUsd: usdOf(payment, { amount, currency }) };
