/** The length of a text as all our limits count it: in code points, so that an emoji counts once. */
export const countCodePoints = (text: string): number => [...text].length;

/** Unicode keeps the ten digits of each script together and in order, so a run of digits is a series of such tens. */
function asciiDigit(digit: string): string {
  const point = digit.codePointAt(0) ?? 0;
  let first = point;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((point - first) % 10);
}

/** Writes the digits of every script, such as Bengali or Devanagari, as 0 to 9. */
export const asciiDigits = (text: string): string => text.replace(/\p{Nd}/gu, asciiDigit);
