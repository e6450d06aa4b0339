import { METHODS } from '../methods/index.js';
import type { FaultTexts, FormFaults } from '../methods/method.js';
import { kindOf } from '../payments/kind-of.js';
import { ISSUER_DECLINES } from '../payments/reasons.js';
import { shownAgain, type FormValues } from '../http/form-values.js';
import { attemptsLeft } from '../payments/after-attempt.js';
import type { HostedPayment } from '../payments/hosted-payment.js';
import { LANGUAGES, type Language } from '../language/language.js';
import { offeredOn } from './offers.js';
import { reasonText } from './reason-text.js';
import { inDigitsOf, writeAmount, writeNumber } from '../language/format.js';

/** A form that is shown again: its values, its faults, and whether it was out of date. */
export interface Filled {
  values?: FormValues;
  faults?: FormFaults;
  /** The form was drawn before the payment moved on. */
  outdated?: boolean;
  /** The form was sent, and nothing was begun for it. */
  notBegun?: boolean;
}

/** A field that is wrong, for the summary and beside the field. */
interface Fault {
  field: string;
  text: string;
}

/** The faults in the order of the fields on the page. */
function faultsIn(faults: FormFaults, language: Language): Fault[] {
  const ofMethods = METHODS.flatMap(({ page }) => Object.entries(page.faultTexts?.(language) ?? {}));
  const texts: [string, FaultTexts[string]][] = [['method', LANGUAGES[language].methodFaults], ...ofMethods];
  return texts.flatMap(([field, said]) => {
    const text = said[faults[field] ?? ''];
    return text === undefined ? [] : [{ field, text }];
  });
}

/** What is said after an attempt that did not succeed. */
function noticeAfter(payment: HostedPayment, language: Language) {
  if (!payment.reason || payment.attempts.length === 0) return undefined;
  const { declined } = LANGUAGES[language];
  const left = attemptsLeft(payment);
  const isRefused = payment.reason === 'velocity' || ISSUER_DECLINES.has(payment.reason);
  const isCard = kindOf(payment) === 'card';
  const isDecline = isCard && isRefused; // else the payment did not come as far as an answer
  return {
    titleWord: isDecline ? declined.titleWord : declined.notFinishedWord,
    heading: isDecline ? declined.heading : declined.notFinished,
    reason: reasonText(payment, language) ?? declined.reasons.do_not_honor,
    next: isCard ? declined.next : declined.nextMethod,
    typeAgain: isCard ? LANGUAGES[language].typeAgain : undefined,
    left: declined.left(writeNumber(left, language), left === 1),
  };
}

/** What the page with the forms shows. */
export function payView(payment: HostedPayment, language: Language, filled: Filled) {
  const { values = {}, faults = {}, outdated = false, notBegun = false } = filled;
  const faultList = faultsIn(faults, language);
  const notice = faultList.length === 0 ? noticeAfter(payment, language) : undefined;
  const amount = writeAmount(payment.amounts.gross, payment.amounts.currency, language);
  const choices = offeredOn(payment).map((choice) => ({
    method: choice.name,
    form: choice.form,
    mark: choice.mark,
    says: choice.texts(language, amount),
  }));
  const shown = METHODS.flatMap(({ page }) => page.shownAgain ?? []);
  return {
    choices,
    open: values.method ?? (notice && kindOf(payment) === 'card' ? payment.method : choices[0]?.method),
    values: Object.fromEntries(shown.map((field) => [field, shownAgain(values[field])])),
    inDigits: (text: string) => inDigitsOf(language, text),
    ...Object.fromEntries(METHODS.flatMap(({ page }) => Object.entries(page.formView?.(payment, language) ?? {}))),
    faults: faultList,
    fault: Object.fromEntries(faultList.map(({ field, text }) => [field, text])),
    typeAgain: METHODS.map(({ page }) => page.typeAgain?.(values, language)).find((said) => said !== undefined),
    notice,
    outdated,
    notBegun,
  };
}
