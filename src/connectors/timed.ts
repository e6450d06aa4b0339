import { gatewaySeconds } from '../telemetry/metrics.js';
import type { Mode } from '../vocabulary.js';
import { ConnectorError, KeyTaken, Misconfigured, NotDecided, RequestRefused, type Connector } from './connector.js';

/** Whose calls they are, as metrics name it. */
interface Called {
  gateway: string;
  mode: Mode;
}

/** Who hears of the calls that are made with one account. */
export interface CallObserver {
  started(): void;
  /**
   * @param answered `refused`: not what was asked, but that the account's credentials are not good for it
   * @param result what was answered; undefined when the request was refused or nothing is decided yet, when nobody
   *   answered, or a fault of ours ended it
   */
  ended(call: { seconds: number; answered: 'yes' | 'no' | 'refused' | 'fault'; result?: unknown }): void;
}

function howAnswered(error: unknown): 'yes' | 'no' | 'refused' | 'fault' {
  if ([RequestRefused, NotDecided, KeyTaken].some((answer) => error instanceof answer)) return 'yes';
  if (error instanceof Misconfigured) return 'refused';
  return error instanceof ConnectorError ? 'no' : 'fault';
}

async function timedCall<T>(labels: Called & { call: string }, observer: CallObserver, made: Promise<T>) {
  const end = gatewaySeconds.startTimer(labels);
  try {
    const result = await made;
    observer.ended({ seconds: end({ answered: 'yes' }), answered: 'yes', result });
    return result;
  } catch (error) {
    const answered = howAnswered(error);
    observer.ended({ seconds: end({ answered }), answered });
    throw error;
  }
}

/** The questions. Where a gateway only tells, they are answered without it: that says nothing of how it is. */
const QUESTIONS = ['fetchCard', 'fetchOrder', 'fetchRefund', 'disputesOf'];

/**
 * The same object, with every call to the gateway timed. It needs no change for new calls.
 * @param asks by what the gateway is asked
 */
function timed<T extends object>(
  called: Called,
  connector: T,
  observer: CallObserver,
  { asks }: { asks?: string } = {},
): T {
  return new Proxy(connector, {
    get(target, name, receiver) {
      const member: unknown = Reflect.get(target, name, receiver);
      if (typeof member !== 'function' || typeof name !== 'string') return member;
      if (asks === 'told' && QUESTIONS.includes(name)) return member;
      return (...args: unknown[]): unknown => {
        const made: unknown = Reflect.apply(member, target, args);
        if (!(made instanceof Promise)) return made; // it calls nobody
        observer.started();
        return timedCall({ ...called, call: name }, observer, made);
      };
    },
  });
}

/**
 * A gateway whose every call is timed, and told to an observer. It needs no change for new parts.
 * @param booksObserver who hears of calls that read its books instead
 */
export function timedCalls(
  called: Called,
  connector: Connector,
  observer: CallObserver,
  booksObserver: CallObserver,
): Connector {
  const { callbacks, ledger, nameOf, pages, ...parts } = connector;
  const timedParts = Object.entries(parts).map(
    ([name, part]) => [name, timed(called, part, observer, 'capabilities' in part ? part.capabilities : {})] as const,
  );
  return {
    ...Object.fromEntries(timedParts),
    ...(callbacks && { callbacks }),
    ...(ledger && { ledger: timed(called, ledger, booksObserver) }),
    ...(nameOf && { nameOf }),
    pages,
  };
}
