import { contextFor } from '../../validation/validate.js';
import { LANGUAGES } from '../../language/language.js';
import type { Choice, Method } from '../method.js';
import { cardNeeds, initiateCard } from './initiate.js';
import { payByCard } from './pay-by-card.js';
import { readCardForm } from './read-card-form.js';

const choice: Choice = {
  name: 'card',
  form: 'form-card',
  mark: 'mark-card',
  asks: cardNeeds,
  answersAtOnce: true,
  texts: (language) => LANGUAGES[language].card,
  async pay(payment, { values }) {
    const { card, faults } = readCardForm(values, contextFor(payment));
    return card ? payByCard(payment, card) : { faults };
  },
};

export const card: Method = {
  name: 'card',
  h2h: { type: 'card', initiate: initiateCard },
  page: {
    place: 2,
    choices: [choice],
    faultTexts: (language) => LANGUAGES[language].card.faults,
    shownAgain: ['expiry', 'holder'],
    typeAgain: ({ number }, language) => (number === undefined ? undefined : LANGUAGES[language].typeAgain),
  },
};
