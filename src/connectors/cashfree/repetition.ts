import { ConnectorError, NothingTaken } from '../connector.js';

/** Whoever has used the key before may have moved money: of nothing but an answer anything is sure. */
export async function asRepetition<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof NothingTaken ? new ConnectorError(error.message, { cause: error }) : error;
  }
}
