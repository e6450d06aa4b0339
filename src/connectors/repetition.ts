import { ConnectorError, NothingTaken } from './connector.js';

/** Whoever has used the key before may have moved money: of nothing but an answer anything is sure. */
export async function asRepetition<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof NothingTaken ? new ConnectorError(error.message, { cause: error }) : error;
  }
}

/**
 * The same of a call that may wait, and so be out of time before there is an answer.
 * @param why of the error then
 */
export async function askAgain<T>(ask: () => Promise<T>, limit: AbortSignal, why: string): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!limit.aborted && !(error instanceof NothingTaken)) throw error;
    throw new ConnectorError(why, { cause: error });
  }
}
