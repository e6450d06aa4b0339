import { ConnectorError } from '../connector.js';

/**
 * A time of Cashfree's. One without a zone is India's.
 * @throws {ConnectorError} when it is none
 */
export function momentOf(text: string | null | undefined): Date {
  const hasZone = /(Z|[+-]\d{2}:?\d{2})$/.test(text ?? '');
  const at = new Date(hasZone ? (text ?? '') : `${text ?? ''}+05:30`);
  if (Number.isNaN(at.getTime())) throw new ConnectorError('Cashfree answered with a time that is none');
  return at;
}
