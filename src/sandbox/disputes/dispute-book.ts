import { BookByCharge } from '../book-by-charge.js';
import { isSeen, type DisputeRecord, type SeenDispute } from './dispute.js';

/** Every dispute that the gateway knows, or is going to know of. */
export class DisputeBook extends BookByCharge<DisputeRecord> {
  protected override dueAt({ state }: DisputeRecord): number | undefined {
    return state.status === 'due' ? state.at : undefined;
  }

  find(key: string): DisputeRecord | undefined {
    return this.findTold(key);
  }

  /** What a callback says: which payment to ask about. */
  bodyOf({ key, charge, reference, amount, currency, state }: DisputeRecord) {
    return { about: 'dispute', key: charge, reference, dispute: key, amount, currency, status: state.status };
  }

  /** Those of a charge that the merchant side can see. */
  ofCharge(charge: string): SeenDispute[] {
    return this.recordsOf(charge).filter(isSeen);
  }

  /** Minor units of a charge that are disputed, or lost by a dispute. */
  disputedOf(charge: string): number {
    return this.ofCharge(charge).reduce((sum, { amount, state }) => sum + (state.status === 'won' ? 0 : amount), 0);
  }
}
