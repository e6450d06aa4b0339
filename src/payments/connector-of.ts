import type { CardConnector, AsyncPaymentConnector } from '../connectors/connector.js';
import { cardConnector, asyncConnector } from '../connectors/index.js';
import type { PaymentRecord } from './payment.model.js';
import { accountNamed } from '../gateways/find-route.js';

type Routed = Pick<PaymentRecord, 'account'>;

/** The connector that a card payment's account is with. @throws when there is none: a fault of configuration */
export const cardConnectorOf = ({ account }: Routed): CardConnector => cardConnector(accountNamed(account).connector);

/** The same for UPI, wallets and direct debits. */
export const asyncConnectorOf = ({ account }: Routed): AsyncPaymentConnector =>
  asyncConnector(accountNamed(account).connector);
