const UUID_OR_DIGITS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b\d(?:[ -]?\d){11,18}\b/gi;

/** Masks whatever looks like a card number. A trx is left alone, though it may end in twelve digits. */
export const maskCards = (text: string): string =>
  text.replace(UUID_OR_DIGITS, (run) => (/^[\da-f]{8}-/i.test(run) ? run : `${run.slice(0, 4)}…${run.slice(-2)}`));
