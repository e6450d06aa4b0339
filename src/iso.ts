/** A moment as our answers give it, ISO 8601 in UTC; null when it has not come. */
export const isoOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null;
