import type { CardFaults } from '../methods/card/read-card-form.js';
import type { SepaFaults } from '../methods/sepa/read-sepa-form.js';
import { ISSUER_DECLINES } from '../payments/reasons.js';
import { shownAgain, type FormValues } from '../http/form-values.js';
import { attemptsLeft } from '../payments/after-attempt.js';
import type { HostedPayment } from './hosted-payment.js';
import { LANGUAGES, type Language } from './language.js';
import { mandateView } from './mandate-view.js';
import { offeredOn } from './offers.js';
import { writeNumber } from './format.js';

type Faults = CardFaults & SepaFaults & { method?: 'notOffered' };

/** A form that is shown again: its values, its faults, and whether it was out of date. */
export interface Filled {
  values?: FormValues;
  faults?: Faults;
  /** The form was drawn before the payment moved on. */
  outdated?: boolean;
}

/** A field that is wrong, for the summary and beside the field. */
interface Fault {
  field: string;
  text: string;
}

const ORDER = ['method', 'number', 'expiry', 'cvv', 'holder', 'iban', 'account_holder'] as const;

/** The faults in the order of the fields on the page. */
function faultsIn(faults: Faults, language: Language): Fault[] {
  const texts: Record<string, Record<string, string>> = {
    method: LANGUAGES[language].methodFaults,
    ...LANGUAGES[language].card.faults,
    ...LANGUAGES[language].sepa.faults,
  };
  return ORDER.flatMap((field) => {
    const text = texts[field]?.[faults[field] ?? ''];
    return text === undefined ? [] : [{ field, text }];
  });
}

/** What is said after an attempt that did not succeed. */
function noticeAfter(payment: HostedPayment, language: Language) {
  if (!payment.reason || payment.attempts.length === 0) return undefined;
  const { declined } = LANGUAGES[language];
  const left = attemptsLeft(payment);
  const isRefused = payment.reason === 'velocity' || ISSUER_DECLINES.has(payment.reason);
  const isDecline = payment.method === 'card' && isRefused; // else the payment did not come as far as an answer
  return {
    titleWord: isDecline ? declined.titleWord : declined.notFinishedWord,
    heading: isDecline ? declined.heading : declined.notFinished,
    reason: declined.reasons[payment.reason] ?? declined.reasons.do_not_honor,
    next: payment.method === 'card' ? declined.next : declined.nextMethod,
    left: declined.left(writeNumber(left, language), left === 1),
  };
}

/**
 * What is never shown again, so that the customer knows why these fields are empty; nothing when no such field came.
 */
function typeAgain({ number, iban }: FormValues, language: Language): string | undefined {
  const texts = LANGUAGES[language];
  if (number !== undefined) return texts.typeAgain;
  return iban === undefined ? undefined : texts.sepa.typeAgain;
}

/** What the page with the forms shows. */
export function payView(payment: HostedPayment, language: Language, filled: Filled) {
  const { values = {}, faults = {}, outdated = false } = filled;
  const faultList = faultsIn(faults, language);
  const methods = offeredOn(payment);
  const notice = faultList.length === 0 ? noticeAfter(payment, language) : undefined;
  return {
    methods,
    open: values.method ?? (notice && payment.method === 'card' ? 'card' : methods[0]),
    values: {
      expiry: shownAgain(values.expiry),
      holder: shownAgain(values.holder),
      account_holder: shownAgain(values.account_holder),
    },
    mandate: mandateView(payment, language),
    faults: faultList,
    fault: Object.fromEntries(faultList.map(({ field, text }) => [field, text])),
    typeAgain: typeAgain(values, language),
    notice,
    outdated,
  };
}
