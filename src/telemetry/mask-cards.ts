const UUID_OR_DIGITS = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|\b\d(?:[ -]?\d){11,18}\b/gi;

/**
 * Masks whatever looks like a card number. A trx is left alone, though it may end in twelve digits.
 * @param isCard whether digits are one, where other numbers of that length must stay readable
 */
export const maskCards = (text: string, isCard: (digits: string) => boolean = () => true): string =>
  text.replace(UUID_OR_DIGITS, (run) =>
    /^[\da-f]{8}-/i.test(run) || !isCard(run.replace(/\D/g, '')) ? run : `${run.slice(0, 4)}…${run.slice(-2)}`,
  );
