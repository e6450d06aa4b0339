/**
 * Whether the last of these ASCII digits is the check digit of the others (ISO/IEC 7812-1, annex B): from the right
 * every second digit is doubled, less 9 when above 9, and the sum ends in 0. Finds typing mistakes, nothing more.
 */
export function passesLuhn(digits: string): boolean {
  const sum = [...digits]
    .reverse()
    .map(Number)
    .map((digit, place) => (place % 2 === 0 ? digit : digit > 4 ? 2 * digit - 9 : 2 * digit))
    .reduce((total, digit) => total + digit, 0);
  return digits.length > 0 && sum % 10 === 0;
}
