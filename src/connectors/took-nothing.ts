import { ConnectorError, NothingTaken } from './connector.js';

/** What it means that something went wrong before money could move, or with what nobody has seen. */
export const tookNothing = (error: unknown): unknown =>
  error instanceof ConnectorError && !(error instanceof NothingTaken)
    ? new NothingTaken(error.message, { cause: error })
    : error;
