import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import type { About } from '../../src/connectors/about.js';
import { ConnectorError } from '../../src/connectors/connector.js';
import type { CallbackNews, ImmediateCallbackReader } from '../../src/connectors/callbacks.js';
import type { OrderQueries, UpiConnector, UpiRequest, WalletConnector } from '../../src/connectors/orders.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';
import { about, WAITS, walletAbout } from '../support/about.js';

interface Access {
  apiUrl?: string;
  timeout?: number;
}

/** What the suite needs to know of a gateway's test system. */
export interface LocalCases {
  /** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
  connect: (options?: Access) => OrderQueries & UpiConnector & ImmediateCallbackReader<CallbackNews>;
  /** The same for wallets; absent at a gateway that has none. */
  wallet?: (options?: Access) => OrderQueries & WalletConnector;
  /** Whether callbacks sign when they were sent; they do unless it says otherwise. */
  signsTime?: boolean;
  /** What a customer does with an order; resolves when it is done. */
  customer: Record<'confirms' | 'refuses' | 'cancels', (key: string) => Promise<unknown>>;
  /** An amount whose customer pays something else, by itself and soon; absent: there is none. */
  tooLittle?: { asked: number; comes: number };
  /** How often money has moved for one of our references, by the gateway's own account. */
  timesCharged: (reference: string) => Promise<number>;
}

/** Runs what must not be answered. */
export async function expectNoAnswer(call: Promise<unknown>): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).to.be.instanceOf(ConnectorError);
}

/** An order that was opened for the suite. */
interface Opened {
  key: string;
  charged: () => Promise<number>;
}

/** Opens orders under keys and references of their own, for 499.11 unless told otherwise. */
export function orderOpener({ connect, wallet, timesCharged }: LocalCases) {
  async function open(create: (key: string) => Promise<unknown>) {
    const key = randomUUID();
    await create(key);
    return { key, charged: () => timesCharged(key) };
  }
  const upi = (changes: Partial<UpiRequest & Pick<About, 'amount'>> = {}) => {
    const { amount = WAITS, ...request } = changes;
    return open((key) => connect().createUpi(upiRequest(request), about(key, { amount })));
  };
  return {
    upi,
    /** One order for each method that the gateway takes. */
    each: async (): Promise<Opened[]> => [
      await upi(),
      ...(wallet ? [await open((key) => wallet().createWallet(walletRequest(), walletAbout(key)))] : []),
    ],
  };
}
