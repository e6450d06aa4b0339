import type { StringSchema } from 'joi';
import type { MethodName, Mode, Wallet } from '../vocabulary.js';
import type { CardCapabilities } from './card.js';
import type { Connector } from './connector.js';
import type { DisputeCapabilities } from './disputes.js';
import type { OrderCapabilities } from './orders.js';
import type { RefundCapabilities } from './refunds.js';

/** One of an account's credentials, as its gateway calls it. Forms, API and commands are made from it. */
export interface CredentialField {
  name: string;
  label: string;
  /** Where it is found, for whoever enters it. */
  help: string;
  /** Whether it is typed unseen. None is ever shown again. */
  secret: boolean;
  /** Of a value that is wrong only a message of its own kind (`custom`) is shown; any other might quote the value. */
  schema: StringSchema;
  /** Whether it names the contract: under another value the gateway does not know the payments of this one. */
  isContract?: true;
  /** Whether an account can do without it. */
  optional?: boolean;
  /** The mode whose accounts cannot do without it all the same. */
  neededIn?: Mode;
  /** Which mode a value says that it is of, where the gateway's keys say so; null when this one does not. */
  modeOf?: (value: string) => Mode | null;
}

/** Whether all accounts of a gateway are one contract to it, with one set of books: they have no secrets of their own. */
export const isOneContract = ({ credentials }: Pick<Gateway, 'credentials'>): boolean =>
  credentials.every(({ secret }) => !secret);

/** What the calls of one account need. Credentials are in clear, and nowhere else. */
export interface Access {
  account: string;
  mode: Mode;
  credentials: Readonly<Record<string, string>>;
}

/** What `check` found out about an account. */
export interface Finding {
  name: string;
  ok: boolean;
  /** What it means, and what to do. */
  text: string;
}

/** What a gateway can do, by what it can be asked for; what is absent it cannot do at all. */
export interface Capabilities {
  card?: CardCapabilities;
  orders?: OrderCapabilities;
  refunds?: RefundCapabilities;
  disputes?: DisputeCapabilities;
}

export interface GatewayMethod {
  method: MethodName;
  currencies: readonly string[];
  /** By currency, minor units of which an amount must be a multiple, where any will not do. */
  multiples?: Readonly<Record<string, number>>;
  /** By currency, the most that it takes in minor units, where that is less than the platform's own. */
  maximums?: Readonly<Record<string, number>>;
  /** Of the method `wallet`, whose it takes; absent: everybody's. */
  wallets?: readonly Wallet[];
}

/** A company's API, for which a connector is made for each account there. */
export interface Gateway {
  title: string;
  /** Whether it is in this repository: of every other gateway we know what was read, until a truth run has passed. */
  isOurs?: true;
  modes: readonly Mode[];
  methods: readonly GatewayMethod[];
  credentials: readonly CredentialField[];
  capabilities: Capabilities;
  /** Whether its own references of payments know no small letters: one that a person has typed is taken in capitals. */
  capitalReferences?: true;
  /** Seconds that one call of its connectors may take in all; absent: GATEWAY_TIMEOUT. */
  timeout?: number;
  /** Asks nothing of the gateway. Also of an account whose credentials nobody can open, without any: for what it can do. */
  connect(access: Access): Connector;
  /**
   * Makes harmless calls with an account's credentials. Never throws for what the gateway answers, or that it does not.
   * @param methods the account's: what serves others alone is no fault of it
   */
  check(access: Access, methods: readonly GatewayMethod[]): Promise<Finding[]>;
}
