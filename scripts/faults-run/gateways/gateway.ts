import type { Played } from '../../../test/gateways/played.js';

/** What a customer does at a page, or with a link. */
export type Doing = 'pays' | 'cancels';

/** A gateway in the fault run: who plays it, and how its customers pay. */
export interface RunGateway {
  /** Plays it, in a process of its own. */
  play: () => Promise<Played>;
  /** What an operator says of an account there, beside its id, mode and place. */
  account: { connector: string; credentials: Record<string, string> } & Record<string, unknown>;
  /** Whether it is its customer who sees this: an address, or a link of UPI. */
  shows: (what: string) => boolean;
  /**
   * @param url where it is played
   * @returns where the customer is led, if anywhere
   */
  customer: (does: Doing, what: string, url: string) => Promise<string | null>;
  /** Journeys whose end only the sandbox knows, since its own customers act by themselves. */
  leavesOut?: string[];
}

/** Where each gateway is played that takes part in a run, by name. */
export type Addresses = Record<string, string>;
