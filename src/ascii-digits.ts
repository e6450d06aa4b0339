/** Unicode keeps the ten digits of a script together, in order, and every run of digits is made of such tens. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** The digits of every script as 0-9: what keyboards from Bengali to Devanagari type. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);
