import type { CallbackReader } from './callbacks.js';
import type { CardConnector } from './card.js';
import type { DisputeConnector } from './disputes.js';
import type { GatewayLedger } from './ledger.js';
import type { DebitConnector, OrderQueries, UpiConnector, WalletConnector } from './orders.js';
import type { RefundConnector } from './refunds.js';

/** One gateway, with what it can do. */
export interface Connector {
  card?: CardConnector;
  /** Of every gateway that has one of the next three. */
  orders?: OrderQueries;
  upi?: UpiConnector;
  wallet?: WalletConnector;
  debit?: DebitConnector;
  /** Absent where no money can be sent back through the gateway. */
  refunds?: RefundConnector;
  /** Absent where the gateway never calls. */
  callbacks?: CallbackReader;
  /** Absent where the gateway does not tell of disputes. */
  disputes?: DisputeConnector;
  ledger?: GatewayLedger;
  /** How the gateway's own pages name a key of ours, of a payment or a refund, for a person who looks there; absent: as we do. */
  nameOf?: (key: string) => string;
  /** The URLs of the pages to which it sends customers. The hosted page's forms may lead there. */
  pages: readonly string[];
}

/** The gateway could not be asked, or gave no answer that we understand. No decline: the outcome is unknown. */
export class ConnectorError extends Error {}

/** It provably took nothing: there was no connection, or it says that the call was not processed. */
export class NothingTaken extends ConnectorError {}

/** It has answered, and takes no request like this one. */
export class RequestRefused extends NothingTaken {}

/** It refuses the account's credentials, or what they may do: a person has to put that right. Nothing was taken. */
export class Misconfigured extends NothingTaken {}

/** It has answered, but not decided yet: the outcome is as unknown as without an answer. */
export class NotDecided extends ConnectorError {
  /** @param reference the gateway's own id of what it has taken on, where it has named one */
  constructor(
    message: string,
    readonly reference?: string,
  ) {
    super(message);
  }
}

/** The gateway has this key for an earlier, different request. The present one is not done. */
export class KeyTaken extends ConnectorError {}
