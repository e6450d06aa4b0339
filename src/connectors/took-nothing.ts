import { ConnectorError, KeyTaken, NothingTaken } from './connector.js';

/** What it means that something went wrong before money could move, or with what nobody has seen. A key that is taken stays so. */
export const tookNothing = (error: unknown): unknown =>
  error instanceof ConnectorError && !(error instanceof NothingTaken || error instanceof KeyTaken)
    ? new NothingTaken(error.message, { cause: error })
    : error;
