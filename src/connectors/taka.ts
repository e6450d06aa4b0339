import Joi from 'joi';
import { ConnectorError } from './connector.js';

/** Taka as the wallets of Bangladesh write them: "15", "15.5" or "15.50"; documents have numbers here and there. */
export const taka = Joi.alternatives(Joi.string().max(20), Joi.number()).custom((value: string | number) =>
  String(value),
);

/**
 * Taka in paisa, without ever going by a fraction in binary.
 * @param gateway its name, for people
 * @throws {ConnectorError} when it is no amount
 */
export function paisaOf(gateway: string, amount: string): number {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(amount) ?? [];
  if (whole === undefined) throw new ConnectorError(`${gateway} gives an amount that is none`);
  return Number(`${whole}${fraction.padEnd(2, '0')}`);
}
