import { writeCountry } from '../../language/format.js';
import { LANGUAGES } from '../../language/language.js';
import type { Choice, Method, WaitingPage } from '../method.js';
import { mandateText, mandateView } from './mandate.js';
import { payByDebit, SEPA } from './pay-by-debit.js';
import { readSepaForm } from './read-sepa-form.js';

const choice: Choice = {
  name: 'sepa',
  form: 'form-sepa',
  texts: (language) => LANGUAGES[language].sepa,
  async pay(payment, { values, language }) {
    const { debtor, faults } = readSepaForm(values);
    return debtor ? payByDebit(payment, { ...debtor, text: mandateText(payment, language) }) : { faults };
  },
};

const waiting: WaitingPage = {
  status: SEPA.status,
  template: 'debit',
  isReady: ({ mandate }) => mandate?.debit !== undefined,
  view: ({ local }, language) => ({
    mandate: local?.mandate,
    country: local?.mandate && writeCountry(local.mandate.iban.slice(0, 2), language),
  }),
};

export const sepa: Method = {
  name: SEPA.name,
  currencies: ['EUR'],
  page: {
    place: 3,
    askedBy: 'card_and_sepa',
    choices: [choice],
    formView: (payment, language) => ({ mandate: mandateView(payment, language) }),
    faultTexts: (language) => LANGUAGES[language].sepa.faults,
    shownAgain: ['account_holder'],
    typeAgain: ({ iban }, language) => (iban === undefined ? undefined : LANGUAGES[language].sepa.typeAgain),
    waiting,
  },
};
