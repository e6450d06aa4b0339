import { settle } from './payments.js';
import { Refusal } from './refusal.js';
import { behaviourOf } from './test-cards.js';
import { newReference, paymentOf, type Payment, type World } from './world.js';

/** Accounts by how they end: refused by the bank, never heard of again, paid at once. Any other is paid some time later. */
const REFUSED = '0532013001';
const SILENT = '0532013003';
const AT_ONCE = '0532013002';

const NO_DEBITS = { code: '27', reason: 'Declined Non Generic' };

/** The references that Adyen adds about a mandate: its own of the payment. */
const withMandate = ({ pspReference }: Payment, answer: object): object => ({
  ...answer,
  additionalData: { 'sepadirectdebit.mandateId': pspReference, 'sepadirectdebit.sequenceType': 'OneOff' },
});

/** Takes a debit on, or ends it at once. The banks settle it, unless it was cancelled before. */
export function debit(
  world: World,
  common: Omit<Payment, 'number' | 'holder' | 'status'>,
  { iban = '', ownerName: holder = '' }: { iban?: string; ownerName?: string },
): object {
  if (common.amount.currency !== 'EUR') throw new Refusal(422, '10_422', 'Unsupported currency specified');
  if (!/^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$/.test(iban)) throw new Refusal(422, '161', 'Invalid iban');
  if (holder === '') throw new Refusal(422, '164', 'Missing bank account owner');
  const payment: Payment = { ...common, number: iban, holder, status: 'received' };
  world.payments.set(payment.pspReference, payment);
  const { refusal } = behaviourOf(payment);
  if (refusal || iban.endsWith(AT_ONCE)) return withMandate(payment, settle(world, payment, refusal));
  const speak = (): void => {
    if (payment.status === 'received') settle(world, payment, iban.endsWith(REFUSED) ? NO_DEBITS : undefined);
  };
  if (!iban.endsWith(SILENT)) setTimeout(speak, world.bankDelay * 1000).unref();
  const { pspReference, amount, reference: merchantReference } = payment;
  return withMandate(payment, { pspReference, merchantReference, amount, resultCode: 'Received' });
}

/** The debtor's bank sends a debit back, which Adyen tells as a chargeback. @param code of ISO 20022 */
export function chargeBack(world: World, reference: string, code: string): void {
  const payment = paymentOf(world, reference);
  if (!payment) throw new Error(`There is no payment ${reference}`);
  world.tell({
    eventCode: 'CHARGEBACK',
    success: true,
    pspReference: newReference(),
    originalReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: payment.amount,
    additionalData: { chargebackReasonCode: code },
  });
}
