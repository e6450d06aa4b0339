import { COMMON_FAULTS, type CommonFault } from '../../../test/gateways/faults.js';
import type { FaultKind } from '../faults.js';
import type { StandIn, StandIns } from './stand-ins.js';

/** The part of the calls that are struck: enough for what is struck once to be struck again, and for some to get through. */
const SHARE = 0.6;

const WORDS: Record<CommonFault, string> = {
  hang: 'hangs when it has worked',
  'hang before': 'hangs before it works',
  reset: 'resets when it has worked',
  half: 'breaks off in its answer',
  garbage: 'answers with garbage',
  '500': 'fails when it has worked',
  '500 before': 'fails before it works',
  '429': 'is busy',
};

const answering = (standIn: StandIn, fault: CommonFault): FaultKind => ({
  target: standIn.name,
  strike: async () => {
    await standIn.strike(fault, SHARE);
    return () => standIn.strike();
  },
});

/** What came meanwhile it does when it goes on, though nobody waits for the answer any more. */
const stopped = (standIn: StandIn): FaultKind => ({
  target: standIn.name,
  strike: async () => {
    await standIn.signal('SIGSTOP');
    return () => standIn.signal('SIGCONT');
  },
});

/** What can go wrong at gateways that are played, by its name in the log. */
export const gatewayFaults = ({ all }: Pick<StandIns, 'all'>): Record<string, FaultKind> =>
  Object.fromEntries(
    all.flatMap((standIn): [string, FaultKind][] => [
      ...COMMON_FAULTS.map((fault): [string, FaultKind] => [
        `${standIn.name} ${WORDS[fault]}`,
        answering(standIn, fault),
      ]),
      [`${standIn.name} stopped`, stopped(standIn)],
    ]),
  );
