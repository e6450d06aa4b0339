import type { Stretch } from './newest-first.js';

/**
 * A stretch of a list as a filter for a moment that a document has many of. Of an index of such moments servers read each
 * bound to its end, since one moment may lie past the lower bound and another before the upper one. So where little is
 * newer, as for the first page of a whole list, the lower bound alone is quicker, and the rest is left to a look at each
 * moment.
 */
export const oneOfManyIn = ({ createdAt: { $gte, $lte } = {} }: Stretch, isLittleNewer: boolean) => ({
  $exists: true, // ADR 12
  ...($gte && { $gte }),
  ...($lte && !isLittleNewer && { $lte }),
});
