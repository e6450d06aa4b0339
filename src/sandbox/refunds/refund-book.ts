import { BookByCharge } from '../book-by-charge.js';
import type { RefundRecord, RefundState } from './refund.js';

const NOBODY = { callbackUrl: '', callback: null };

const isWithMerchant = ({ state }: RefundRecord): boolean =>
  state.status === 'refused' || state.status === 'taken_back';

/** Every refund that the gateway knows, by key. What is due happens when somebody looks. */
export class RefundBook extends BookByCharge<RefundRecord> {
  protected override dueAt({ state }: RefundRecord): number | undefined {
    return state.status === 'pending' ? state.readyAt : undefined;
  }

  /** An earlier version's record has nobody to tell. */
  override remember(onFile: RefundRecord): void {
    super.remember({ ...NOBODY, ...onFile });
  }

  /** Something has become of a refund that its asker does not know yet: it is told. */
  move(record: RefundRecord, state: RefundState): RefundRecord {
    const callback = record.callbackUrl === '' ? null : { at: Date.now(), tries: 0 };
    return this.save({ ...record, state, callback });
  }

  /** What a callback says: which refund to ask about. */
  bodyOf({ key, reference, amount, currency, state }: RefundRecord) {
    return { about: 'refund', key, reference, amount, currency, status: state.status };
  }

  /** Moves the money of what is due by `now`, ms since 1970. */
  settle(now = Date.now()): void {
    for (let due = this.takeDue(now); due; due = this.takeDue(now))
      this.move(due, { status: 'refunded', at: this.dueAt(due) ?? now });
  }

  find(key: string): RefundRecord | undefined {
    this.settle();
    return this.findTold(key);
  }

  /** Minor units of a charge that have gone back or are on their way. */
  takenOf(charge: string): number {
    return this.recordsOf(charge).reduce((sum, record) => sum + (isWithMerchant(record) ? 0 : record.amount), 0);
  }
}
