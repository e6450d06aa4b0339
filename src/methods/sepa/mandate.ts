import { accountNamed } from '../../gateways/accounts.js';
import type { HostedPayment } from '../../payments/hosted-payment.js';
import { LANGUAGES, type Language } from '../../language/language.js';
import { mandateReference } from './pay-by-debit.js';

/** The mandate that the customer is asked for: its reference, its creditor and its words (EPC, Core scheme). */
export function mandateView(payment: HostedPayment, language: Language) {
  const account = payment.checkout.accounts.sepa;
  const creditor = account === undefined ? undefined : accountNamed(account).creditor;
  if (!creditor) return undefined;
  const { sepa } = LANGUAGES[language];
  return {
    reference: mandateReference(payment),
    creditor: creditor.name,
    identifier: creditor.identifier,
    words: sepa.mandate(creditor.name),
    right: sepa.right,
  };
}

/** The same as one text, to be kept with the payment when it is accepted. */
export function mandateText(payment: HostedPayment, language: Language): string {
  const view = mandateView(payment, language);
  if (!view) return '';
  const { reference, creditor, identifier, words, right } = view;
  return [LANGUAGES[language].sepa.mandateTitle, reference, creditor, identifier, words, right].join('\n');
}
