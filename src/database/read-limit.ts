import { config } from '../../config/index.js';
import { milliseconds } from '../time.js';

/**
 * After so long the server itself ends a read that people wait for: before the driver loses patience (client.ts), which
 * would leave the server at work for nobody, and soon enough that the rest of a page is still drawn.
 */
export const READ_LIMIT = { maxTimeMS: milliseconds(0.6 * config.mongodbTimeout) };

/** For a count that an alert goes by: of more it would run into that time, and be unknown when it says most. */
export const COUNT_LIMIT = { ...READ_LIMIT, limit: 10_000 };

/**
 * For a read of everything, for which nobody waits. We have stopped listening when the server ends it: without an end,
 * such reads would pile up pass by pass.
 */
export const READ_ALL = { batchSize: 1000, maxTimeMS: 10_000 };
