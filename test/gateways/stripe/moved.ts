import type { Moved } from '../played.js';
import type { World } from './world.js';

interface Named {
  amount: number;
  currency: string;
  metadata: Record<string, string>;
}

const named = ({ amount, currency, metadata }: Named) => ({
  reference: metadata.trx ?? '',
  key: metadata.key ?? '',
  amount,
  currency: currency.toUpperCase(),
});

/** What has moved: charges, refunds, and disputes that were lost. */
export const movedAt = ({ charges, refunds, disputes }: World): Moved => ({
  charges: [...charges.values()].filter(({ status }) => status === 'succeeded').map(named),
  moneyBack: [
    ...[...refunds.values()]
      .filter(({ status }) => status === 'succeeded')
      .map((refund) => ({ ...named(refund), by: 'refund' as const })),
    ...[...disputes.values()]
      .filter(({ status }) => status === 'lost')
      .map(({ id, charge, amount, currency }) => ({
        ...named({ amount, currency, metadata: charges.get(charge)?.metadata ?? {} }),
        key: id,
        by: 'dispute' as const,
      })),
  ],
});
