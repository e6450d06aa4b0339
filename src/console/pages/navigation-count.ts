import { LRUCache } from 'lru-cache';
import { countWaiting, MOST_SHOWN } from '../../proofs/find-reviews.js';
import { upTo } from './up-to.js';

/** What the navigation says beside the names of pages. */
export interface Waiting {
  /** How many reviews wait. */
  reviews: string;
}

/** Every page asks, so one answer does for those of a second. */
const counted = new LRUCache<'reviews', number>({
  max: 1,
  ttl: 1000,
  ignoreFetchAbort: true, // countAgain() must not fail a page that is being drawn
  fetchMethod: () => countWaiting(MOST_SHOWN),
});

/** What waits, up to a second old. */
export const countForNavigation = async (): Promise<Waiting> => ({
  reviews: upTo((await counted.fetch('reviews')) ?? 0, MOST_SHOWN),
});

/** Counts anew for the next page: who has decided a review sees one less. */
export const countAgain = (): void => void counted.clear();
