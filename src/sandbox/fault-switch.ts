import type { Server } from 'node:http';
import { listen } from '../http/listen.js';
import { logger } from '../telemetry/logger.js';
import { NO_FAULT, strikes, type Fault } from './faults.js';
import { shut } from './shut.js';

/** Turns the payment API's faults on and off. */
export interface FaultSwitch {
  /** The fault that strikes an account's calls; without an account, everybody's. */
  current: (account?: string) => Fault;
  /** Resolves when the fault is in force: after `refuse`, no connection is taken any more. */
  turn: (fault: Fault) => Promise<void>;
}

/**
 * `refuse` is the real thing: the port is closed, so that the operating system refuses. When it strikes only a share,
 * the port must stay open, and that share of the connections is dropped as soon as it comes.
 */
export function createFaultSwitch(server: Server, port: number): FaultSwitch {
  let fault = NO_FAULT;
  const byAccount = new Map<string, Fault>();
  let turning = Promise.resolve();

  server.on('connection', (socket) => {
    if (fault.mode === 'refuse' && strikes(fault)) socket.destroy();
  });

  function applyTo(account: string, wanted: Fault): void {
    if (wanted.mode === 'none' && wanted.callbacks) byAccount.delete(account);
    else byAccount.set(account, wanted);
  }

  async function apply(wanted: Fault): Promise<void> {
    logger.info('faults.turned', { ...wanted });
    if (wanted.account !== undefined) return applyTo(wanted.account, wanted);
    if (wanted.mode === 'none') byAccount.clear();
    fault = wanted;
    if (wanted.mode === 'refuse') server.closeAllConnections(); // idle ones would go on being served
    const closed = wanted.mode === 'refuse' && wanted.share === 1;
    if (closed) await shut(server);
    else if (!server.listening) await listen(server, { port }, 'SANDBOX_API_PORT');
  }

  return {
    current: (account) => (account === undefined ? fault : (byAccount.get(account) ?? fault)),
    turn(wanted) {
      const turned = turning.then(() => apply(wanted)); // one at a time: a port cannot open and close at once
      turning = turned.catch(() => undefined);
      return turned;
    },
  };
}
