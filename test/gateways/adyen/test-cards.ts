/** What a card comes to. */
export interface Behaviour {
  threeDs?: true;
  /** Adyen's refusal, by code and text. */
  refusal?: { code: string; reason: string };
  /** The work is done, and the answer never comes. */
  hangs?: true;
}

const refuses = (code: string, reason: string): Behaviour => ({ refusal: { code, reason } });

/** Adyen's test numbers for 3-D Secure; the others are ours, for specs. A number that is not here is approved. */
const CARDS = new Map<string, Behaviour>([
  ['4917610000000000', { threeDs: true }],
  ['5454545454545454', { threeDs: true }],
  ['4000000000003220', { threeDs: true }],
  ['4000008400001629', { threeDs: true, ...refuses('2', 'Refused') }],
  ['4000000000000002', refuses('2', 'Refused')],
  ['4000000000009995', refuses('12', 'Not enough balance')],
  ['4000000000009987', refuses('5', 'Blocked Card')],
  ['4000000000000069', refuses('6', 'Expired Card')],
  ['4000000000000127', refuses('24', 'CVC Declined')],
  ['4000000000000119', refuses('4', 'Acquirer Error')],
  ['4000000000000770', { hangs: true }],
  ['4000000000000887', { hangs: true, ...refuses('2', 'Refused') }],
]);

/** Adyen's way to choose a refusal: the name of the card's holder. */
const HOLDERS = new Map<string, Behaviour>([
  ['DECLINED', refuses('2', 'Refused')],
  ['CARD_EXPIRED', refuses('6', 'Expired Card')],
  ['NOT_ENOUGH_BALANCE', refuses('12', 'Not enough balance')],
  ['CVC_DECLINED', refuses('24', 'CVC Declined')],
  ['BLOCK_CARD', refuses('5', 'Blocked Card')],
  ['ERROR', refuses('4', 'Acquirer Error')],
]);

export const behaviourOf = ({ number, holder }: { number: string; holder: string }): Behaviour =>
  HOLDERS.get(holder) ?? CARDS.get(number) ?? {};
