import type Joi from 'joi';
import { maskCards } from '../telemetry/mask-cards.js';
import { text } from './fields.js';
import { passesLuhn } from './luhn.js';

/** Longer than a bank's reference of twelve digits (NPCI), which notes are full of. */
const SHORTEST = 13;

const isCard = (digits: string): boolean => digits.length >= SHORTEST && passesLuhn(digits);

/**
 * What a person writes about a payment: at most `max` code points. A card's number in it is kept as its first four and last
 * two digits (PCI DSS 3.5); other numbers stay as they are.
 */
export const note = (max: number): Joi.StringSchema => text(max).custom((value: string) => maskCards(value, isCard));
