import type { Charge, MoneyBack } from '../../scripts/faults-run/evidence.js';
import type { CommonFault } from './faults.js';

/** Money that has moved at a stand-in, by its own books; in our names for payments and refunds. */
export interface Moved {
  charges: Charge[];
  moneyBack: MoneyBack[];
  /**
   * The keys of payments and refunds that it has ever heard of; of a gateway that cannot be asked. What it never heard of
   * it says nothing about: that stays pending, for a person (docs/gateways/adyen.md).
   */
  heardOf?: string[];
}

/** A stand-in as the fault run plays it, whichever gateway it is. */
export interface Played {
  url: string;
  close: () => Promise<void>;
  /** Sends news there from now on. */
  hook: (callbacks: string) => void;
  /** News that nobody has taken yet. */
  untold: () => number;
  spoil: (call: RegExp, fault: CommonFault, times?: number, share?: number) => void;
  mend: () => void;
  moved: () => Moved;
}
