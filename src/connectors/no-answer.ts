import { ConnectorError, NothingTaken } from './connector.js';

/** Codes of Node.js and undici for a connection that was never made, so that nothing was sent. */
const NEVER_CONNECTED = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
];

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;

/**
 * What it means that a call ended without an answer. Errors of the network name an address and a code, never what was
 * sent.
 * @param gateway its name, for people
 */
export function noAnswer(gateway: string, error: unknown): ConnectorError {
  const reason = error instanceof Error ? error.message : 'unknown';
  const code = codeOf(error);
  const isUnsent = NEVER_CONNECTED.some((each) => each === code);
  return isUnsent
    ? new NothingTaken(`The ${gateway} gateway cannot be reached: ${reason}`, { cause: error })
    : new ConnectorError(`The ${gateway} gateway did not answer: ${reason}`, { cause: error });
}
