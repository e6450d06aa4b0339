import Joi from 'joi';
import type { CredentialField } from '../gateway.js';

/** How an account of the sandbox can be harder to deal with than the others, each as some real gateways are. */
export const BEHAVIOURS = {
  'by-reference': 'is asked by its own reference, never by our key; it does cards and wallets only',
  told: 'cannot be asked about cards: it tells, signed, and a challenge is finished by the query of the return',
  forms: 'sends customers to pages that take a form',
  'closes-later': 'says only later whether a card’s key is closed',
  'lying-return': 'sends customers back with a query that says they have paid, whatever they did',
  'whole-links': 'gives UPI links whole, with a reference and a signature of its own',
  'own-mandate': 'makes the references of mandates itself',
  unruly: 'sends callbacks twice, in lists with news of others, without a time',
} as const;

export type Behaviour = keyof typeof BEHAVIOURS;

const NAMES = Object.keys(BEHAVIOURS);
const isBehaviour = (name: string): name is Behaviour => NAMES.includes(name);

/** The names in a list with commas; others are left out. */
export const readBehaviours = (list = ''): ReadonlySet<Behaviour> =>
  new Set(
    list
      .split(',')
      .map((name) => name.trim())
      .filter(isBehaviour),
  );

/** What an account says of it, among its credentials. */
export const BEHAVIOUR: CredentialField = {
  name: 'behaviour',
  label: 'Behaviour',
  help: `Leave it out for a gateway that is easy to deal with. Else one or more of these, with commas: ${NAMES.join(', ')}`,
  secret: false,
  optional: true,
  schema: Joi.string()
    .max(255)
    .pattern(new RegExp(`^(${NAMES.join('|')})( *, *(${NAMES.join('|')}))*$`)),
};
