/** A count as it is shown, when counting has ended at `most`: "1000+" stands for that many and more. */
export const upTo = (count: number, most: number): string => (count >= most ? `${most}+` : String(count));
