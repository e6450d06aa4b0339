import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { ConnectorError, type AsyncPaymentConnector } from '../../src/connectors/connector.js';
import { upiRequest, walletRequest } from '../support/local-requests.js';

/** What the suite needs to know of a gateway's test system. */
export interface LocalCases {
  /** A connector to the test system, or to whatever answers at `apiUrl`; `timeout` in seconds. */
  connect: (options?: { apiUrl?: string; timeout?: number }) => AsyncPaymentConnector;
  /** What a customer does with an order; resolves when it is done. */
  customer: Record<'confirms' | 'refuses' | 'cancels', (key: string) => Promise<unknown>>;
  /** An amount whose customer pays something else, by itself and soon. */
  tooLittle: { asked: number; comes: number };
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

/** Opens orders under keys and references of their own, for 499.11 unless told otherwise. */
export function orderOpener({ connect, timesCharged }: LocalCases) {
  return {
    async upi(changes: Parameters<typeof upiRequest>[0] = {}) {
      const request = upiRequest(changes);
      const key = randomUUID();
      await connect().createUpi(request, key);
      return { key, request, charged: () => timesCharged(request.reference) };
    },
    async wallet(changes: Parameters<typeof walletRequest>[0] = {}) {
      const request = walletRequest(changes);
      const key = randomUUID();
      await connect().createWallet(request, key);
      return { key, request, charged: () => timesCharged(request.reference) };
    },
  };
}
