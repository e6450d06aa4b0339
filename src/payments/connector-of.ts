import type { Connector } from '../connectors/connector.js';
import type { Pace } from '../connectors/orders.js';
import { accountNamed } from '../gateways/accounts.js';
import { connectorFor, connectorPart } from '../gateways/connectors.js';
import { kindOf } from './kind-of.js';
import type { PaymentRecord } from './payment.model.js';

/** What the gateway can do that a payment's account is with. @throws when it cannot: a fault of configuration */
export const connectorOf = <P extends Exclude<keyof Connector, 'pages' | 'nameOf' | 'ledger' | 'callbacks'>>(
  { account }: Pick<PaymentRecord, 'account'>,
  part: P,
): NonNullable<Connector[P]> => connectorPart(account, part);

/**
 * Whether a payment's gateway cannot be asked about it, so that what it tells, signed, is all that there is. A gateway may
 * be asked about orders, and not about cards.
 */
export function isOnlyTold(payment: Pick<PaymentRecord, 'account' | 'method'>): boolean {
  const { card, orders } = connectorFor(accountNamed(payment.account));
  return (kindOf(payment) === 'card' ? card : orders)?.capabilities.asks === 'told';
}

/** How the gateway's own pages name a key of a payment's. */
export const nameAtGateway = ({ account }: Pick<PaymentRecord, 'account'>, key: string): string =>
  connectorFor(accountNamed(account)).nameOf?.(key) ?? key;

/** How often the gateway is asked about an asynchronous payment. */
export const paceOf = (payment: PaymentRecord): Pace =>
  kindOf(payment) === 'debit' ? connectorOf(payment, 'debit').debitPace : connectorOf(payment, 'orders').pace;
