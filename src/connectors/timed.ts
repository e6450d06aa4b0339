import { gatewaySeconds } from '../telemetry/metrics.js';
import { ConnectorError, type Connector } from './connector.js';

async function timedCall<T>(gateway: string, call: string, made: Promise<T>): Promise<T> {
  const end = gatewaySeconds.startTimer({ gateway, call });
  try {
    const result = await made;
    end({ answered: 'yes' });
    return result;
  } catch (error) {
    end({ answered: error instanceof ConnectorError ? 'no' : 'fault' });
    throw error;
  }
}

/** The same object, with every call to the gateway timed. It needs no change for new calls. */
function timed<T extends object>(gateway: string, connector: T): T {
  return new Proxy(connector, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      return (...args: unknown[]): unknown => {
        const made: unknown = Reflect.apply(member, target, args);
        return made instanceof Promise ? timedCall(gateway, name, made) : made; // readCallback calls nobody
      };
    },
  });
}

/** A gateway whose every call is timed. */
export const timedCalls = (gateway: string, connector: Connector): Connector => {
  const { card, orders, upi, wallet, debit, ledger, pages } = connector;
  return {
    ...(card && { card: timed(gateway, card) }),
    ...(orders && { orders: timed(gateway, orders) }),
    ...(upi && { upi: timed(gateway, upi) }),
    ...(wallet && { wallet: timed(gateway, wallet) }),
    ...(debit && { debit: timed(gateway, debit) }),
    ...(ledger && { ledger: timed(gateway, ledger) }),
    pages,
  };
};
