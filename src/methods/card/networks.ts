/** Codes of the card networks that we take, as merchants write them in `card.type`. */
export const NETWORKS = ['VISA', 'MASTERCARD', 'AMEX'] as const;

export type CardNetwork = (typeof NETWORKS)[number];

/**
 * First and last issuer prefix of each range, as the networks publish them under ISO/IEC 7812. Mastercard issues from
 * 2221-2720 since 2017. No two ranges overlap, so the first that fits is the only one.
 */
const RANGES: { network: CardNetwork; from: string; to: string }[] = [
  { network: 'VISA', from: '4', to: '4' },
  { network: 'MASTERCARD', from: '51', to: '55' },
  { network: 'MASTERCARD', from: '2221', to: '2720' },
  { network: 'AMEX', from: '34', to: '34' },
  { network: 'AMEX', from: '37', to: '37' },
];

/** The network of a number without spaces, by its prefix alone: any of 12 to 19 digits is taken for any network. */
export function networkOf(digits: string): CardNetwork | undefined {
  return RANGES.find(({ from, to }) => {
    const prefix = digits.slice(0, from.length);
    return prefix.length === from.length && prefix >= from && prefix <= to; // equal lengths compare like numbers
  })?.network;
}

/** Digits of the security code: four in front on AMEX, three on the back of the others. */
export const securityCodeLength = (network: CardNetwork): 3 | 4 => (network === 'AMEX' ? 4 : 3);
