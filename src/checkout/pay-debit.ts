import { config } from '../../config/index.js';
import { ConnectorError, type LocalConnector } from '../connectors/connector.js';
import { maskIban } from '../methods/sepa/iban.js';
import { inSeconds } from '../obligation.js';
import { gatewayCall } from '../payments/attempts.js';
import type { LocalWait, Mandate } from '../payments/payment.model.js';
import { postpone, transition } from '../payments/transition.js';
import { localConnectorOf } from '../routing/connector-of.js';
import { choose } from './choose.js';
import { reload, type HostedPayment } from './hosted-payment.js';
import { withdraw } from './pay-local.js';

/** Banks may take so long to settle or to return a debit. The payment itself waits on until they have. */
const BANKS_TAKE = 30 * 86_400; // seconds

/** Unique for the creditor: at most 35 capitals and digits, which every bank takes. */
export const mandateReference = (payment: HostedPayment): string =>
  `${payment._id.replaceAll('-', '')}${payment.attempts.length + 1}`.toUpperCase();

interface Debtor {
  iban: string;
  holder: string;
  /** What was accepted, and from which address. */
  text: string;
  address: string;
}

/** Keeps the gateway's reference; news may have come meanwhile, so it is tried on the latest state. */
async function keep(payment: HostedPayment, debit: string, connector: LocalConnector): Promise<void> {
  const latest = await reload(payment);
  if (latest.status !== 'awaiting_debit' || !latest.local?.mandate) return;
  const local = { ...latest.local, mandate: { ...latest.local.mandate, debit } };
  if (!(await postpone(latest, inSeconds(connector.debitPace.firstAfter), { local })))
    await keep(payment, debit, connector);
}

/**
 * Hands a direct debit to the gateway under the mandate that the customer has just given. The attempt, its key and the
 * mandate are stored first; the whole IBAN goes to the gateway and is kept nowhere.
 */
export async function payByDebit(payment: HostedPayment, debtor: Debtor): Promise<HostedPayment> {
  const { iban, holder, text, address } = debtor;
  const chosen = choose(payment, 'sepa');
  if (!chosen) return payment;
  const reference = mandateReference(payment);
  const mandate: Mandate = { reference, iban: maskIban(iban), holder, text, acceptedAt: new Date(), address };
  const expiresAt = inSeconds(BANKS_TAKE);
  const local: LocalWait = { expiresAt, looks: 0, lateMoney: payment.checkout.lateMoney, mandate };
  const after = await transition(payment, 'mandate_given', { ...chosen, local }, 'customer');
  if (!after) return reload(payment); // another tab was faster
  const waiting = { ...payment, ...after };
  const connector = localConnectorOf(waiting);
  const { gross: amount, currency } = waiting.amounts;
  const callbackUrl = `${config.publicUrl}/callbacks/${connector.name}`;
  const terms = { reference: waiting._id, amount, currency, expiresAt, callbackUrl };
  try {
    const { reference: debit } = await connector.createDebit(
      { ...terms, iban, holder, mandate: reference },
      ...gatewayCall(waiting),
    );
    await keep(waiting, debit, connector);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    await withdraw(waiting, connector);
  }
  return reload(waiting);
}
