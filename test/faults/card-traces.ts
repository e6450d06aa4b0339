/** What must be found nowhere: distinctive, so that a find is no chance. */
export interface SecretCard {
  number: string;
  cvv: string;
  holder: string;
}

interface Trace {
  form: string;
  isIn: (text: string) => boolean;
}

const CVV_NAMES = '(?:cvv2?|cvc2?|cvn|security.?code)';

/** What base64 makes of a text wherever in a longer one it stands: three ways, less what its neighbours have part in. */
function inBase64(text: string): string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from('\0'.repeat(before) + text).toString('base64');
    return encoded.slice(Math.ceil((before * 8) / 6), Math.floor(((before + text.length) * 8) / 6));
  });
}

const inHex = (text: string): string => Buffer.from(text).toString('hex');

const grouped = (number: string): RegExp => new RegExp([...number].join('(?:[ .+_-]|%20|&nbsp;|\\u00a0)?'));

const contains = (form: string, needle: string): Trace => ({ form, isIn: (text) => text.includes(needle) });

/** A text in every spelling that bytes are commonly given in. */
const encoded = (what: string, text: string): Trace[] => [
  ...inBase64(text).map((core) => contains(`${what} in base64`, core)),
  { form: `${what} in hexadecimal`, isIn: (searched) => searched.toLowerCase().includes(inHex(text)) },
];

/**
 * The forms in which a card could have been left behind. Three digits prove nothing by themselves, so that a security
 * code counts when its name stands beside it, and one of four digits also as a JSON text of its own.
 */
export function tracesOf({ number, cvv, holder }: SecretCard): Trace[] {
  const named = new RegExp(`${CVV_NAMES}\\W{1,8}${cvv}(?!\\d)`, 'i');
  const ownText = new RegExp(`"${cvv}\\\\?"`); // and not how a random id begins
  return [
    { form: 'number', isIn: (text) => grouped(number).test(text) },
    ...encoded('number', number),
    { form: 'security code', isIn: (text) => named.test(text) },
    ...(cvv.length > 3 ? [{ form: 'security code', isIn: (text: string) => ownText.test(text) }] : []),
    ...encoded('security code', `"cvv":"${cvv}`),
    contains('holder', holder),
    ...encoded('holder', holder),
  ];
}
