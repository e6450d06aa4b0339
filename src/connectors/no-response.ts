import { gatewayUnavailable } from '../errors.js';
import { logger } from '../telemetry/logger.js';
import { ConnectorError, Misconfigured, NotDecided } from './connector.js';

/**
 * Logs that a gateway gave no answer, or none that decides anything yet, for whoever has another way on.
 * @throws the error itself when it is a fault of ours
 */
export function noteNoResponse(error: unknown, about: object): void {
  if (!(error instanceof ConnectorError)) throw error;
  if (error instanceof Misconfigured) logger.error('gateway.misconfigured', { ...about, why: error.message });
  else if (error instanceof NotDecided) logger.info('gateway.undecided', { ...about, why: error.message });
  else logger.warn('gateway.unresponsive', { ...about, error });
}

/** Lets a gateway be asked beside a request that is answered meanwhile. What comes of it, a fault of ours too, is in the log. */
export function askAside(asked: Promise<void>, about: object): void {
  asked
    .catch((error: unknown) => noteNoResponse(error, about))
    .catch((error: unknown) => logger.error('question.crashed', { ...about, error }));
}

/**
 * Waits for a gateway's answer, for a request that cannot go on without it.
 * @throws {ApiError} gateway_unavailable when it gave no answer
 */
export async function orUnavailable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw error instanceof ConnectorError ? gatewayUnavailable() : error;
  }
}
