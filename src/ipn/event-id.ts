/**
 * The id of a payment's event. It begins with the payment's trx, and so does its delivery's, so that a payment's
 * deliveries are found by their ids.
 * @param no which of its events it is, from 1
 */
export const eventIdOf = (trx: string, no: number): string => `${eventIdStart(trx)}${no}`;

/** What the ids of all of a payment's events begin with; only digits follow. */
export const eventIdStart = (trx: string): string => `evt_${trx.replaceAll('-', '')}`;
