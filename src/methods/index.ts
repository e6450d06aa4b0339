import type { MethodName } from '../vocabulary.js';
import { card } from './card/index.js';
import type { Method } from './method.js';
import { sepa } from './sepa/index.js';
import { upi } from './upi/index.js';
import { wallet } from './wallet/index.js';

/** Every payment method. A new one is a folder beside this file and a line here. */
export const METHODS: readonly Method[] = [
  card, // wherever a gateway account takes it
  upi, // India
  wallet, // Bangladesh
  sepa, // the euro area, when the merchant asks for it
];

/** As merchants and operators name them. */
export const ALL_METHODS: readonly MethodName[] = METHODS.map(({ name }) => name);

/** Null while none is chosen, and for a method of a newer version. */
export const methodOf = ({ method }: { method: MethodName | null }): Method | null =>
  METHODS.find(({ name }) => name === method) ?? null;

/** In the order of a page. */
export const METHODS_ON_PAGE: readonly Method[] = METHODS.toSorted((a, b) => a.page.place - b.page.place);
